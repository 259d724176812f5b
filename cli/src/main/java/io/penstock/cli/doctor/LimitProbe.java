package io.penstock.cli.doctor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A probe of a resource limit of the process.
///
/// The JVM raises its limit of open files to the hard limit when it starts: that raised one is seen
/// here.
///
/// @param files where the kernel lists the limits
record LimitProbe(SystemFiles files, ResourceLimit limit) implements Probe {
  private static final String UNLIMITED = "unlimited";

  @Override
  public Finding examine() {
    return files
        .text("proc/self/limits")
        .flatMap(this::soft)
        .map(this::judge)
        .orElseGet(() -> Finding.ok(limit.title(), "the system does not say"));
  }

  private Finding judge(String soft) {
    if (soft.equals(UNLIMITED)) {
      return Finding.ok(limit.title(), soft);
    }
    long value = Long.parseLong(soft);
    return limit.isEnough(value)
        ? Finding.ok(limit.title(), limit.text(value))
        : Finding.note(limit.title(), limit.text(value), limit.remedy());
  }

  private Optional<String> soft(String limits) {
    Pattern row = Pattern.compile("(?m)^" + limit.row() + "\\s+(\\d{1,18}|" + UNLIMITED + ")\\s");
    Matcher matcher = row.matcher(limits);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
