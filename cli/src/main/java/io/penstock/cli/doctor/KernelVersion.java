package io.penstock.cli.doctor;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The first two numbers of a Linux kernel's version.
record KernelVersion(int major, int minor) implements Comparable<KernelVersion> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*");
  private static final Comparator<KernelVersion> ORDER =
      Comparator.comparingInt(KernelVersion::major).thenComparingInt(KernelVersion::minor);

  /// The running kernel; empty where that is not Linux.
  static Optional<KernelVersion> running() {
    return System.getProperty("os.name").equals("Linux")
        ? parse(System.getProperty("os.version"))
        : Optional.empty();
  }

  static Optional<KernelVersion> parse(String release) {
    Matcher matcher = FORM.matcher(release);
    return matcher.matches()
        ? Optional.of(
            new KernelVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  boolean isAtLeast(KernelVersion other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(KernelVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
