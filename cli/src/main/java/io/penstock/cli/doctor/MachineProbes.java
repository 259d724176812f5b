package io.penstock.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.penstock.cli.tool.ByteSize;
import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Probes of the operating system: its processors, memory and limits, and the features of its
/// kernel.
///
/// @param root `/`, or a folder that stands in for it: where a Linux kernel describes itself in
///   small text files
record MachineProbes(Path root) {
  private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB$");
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*");
  private static final String UNLIMITED = "unlimited";

  /// The text of one of the kernel's files, without white space around it.
  ///
  /// @param path below the root, without a leading slash
  /// @return empty where there is no such file to read: on another system, with an older kernel, or
  ///   in a container that hides it
  Optional<String> text(String path) {
    try {
      return Optional.of(Files.readString(root.resolve(path)).strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  Finding system() {
    String name = System.getProperty("os.name");
    String value =
        name + " " + System.getProperty("os.version") + ", " + System.getProperty("os.arch");
    return isLinux()
        ? Finding.ok("system", value)
        : Finding.note("system", value, "the fastest ways of moving bytes need Linux");
  }

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  Finding processors() {
    // The JVM counts those that affinity and control group leave.
    int available = Runtime.getRuntime().availableProcessors();
    Optional<Integer> online =
        text("sys/devices/system/cpu/online").flatMap(MachineProbes::processors);
    return online.isPresent() && online.get() > available
        ? Finding.note(
            "processors",
            available + " of " + online.get(),
            "affinity or a control group withholds the others: raise its limit if they are wanted")
        : Finding.ok("processors", Integer.toString(available));
  }

  /// The number of processors in a list.
  ///
  /// @param list in the kernel's form: `0-3,8,10-11`
  static Optional<Integer> processors(String list) {
    int total = 0;
    try {
      for (String part : list.split(",", -1)) {
        String[] ends = part.split("-", 2);
        total += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
      }
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
    return Optional.of(total);
  }

  Finding memory() {
    // The JVM's figures respect the control group, the kernel's do not.
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long ours = system.getTotalMemorySize();
    String use =
        ", "
            + ByteSize.text(system.getFreeMemorySize())
            + " free, heap up to "
            + ByteSize.text(Runtime.getRuntime().maxMemory());
    Matcher total = TOTAL.matcher(text("proc/meminfo").orElse(""));
    long installed = total.find() ? Long.parseLong(total.group(1)) * 1024 : 0;
    return installed > ours
        ? Finding.note(
            "memory",
            ByteSize.text(ours) + " of " + ByteSize.text(installed) + use,
            "a control group withholds the rest: raise its memory limit if it is wanted")
        : Finding.ok("memory", ByteSize.text(ours) + use);
  }

  // The JVM raises its soft limit to the hard limit when it starts: the raised one is seen here.
  Finding openFiles() {
    return limit("open files", "Max open files", 1024, Long::toString, "raise it with ulimit -n");
  }

  // MPI libraries lock the memory that a network adapter reads and writes.
  Finding lockedMemory() {
    return limit(
        "locked memory", "Max locked memory", 8L << 20, ByteSize::text, "raise it with ulimit -l");
  }

  /// @param row the beginning of the limit's row in `/proc/self/limits`
  /// @param enough the least limit that needs no remedy
  private Finding limit(
      String name, String row, long enough, LongFunction<String> text, String remedy) {
    Matcher soft =
        Pattern.compile("(?m)^" + row + "\\s+(\\d{1,18}|" + UNLIMITED + ")\\s")
            .matcher(text("proc/self/limits").orElse(""));
    if (!soft.find()) {
      return Finding.ok(name, "the system does not say");
    }
    if (soft.group(1).equals(UNLIMITED)) {
      return Finding.ok(name, UNLIMITED);
    }
    long value = Long.parseLong(soft.group(1));
    return value >= enough
        ? Finding.ok(name, text.apply(value))
        : Finding.note(name, text.apply(value), remedy);
  }

  /// A probe of cachestat(2), which tells the cached pages of a file.
  Finding cachestat() {
    return runs(6, 5)
        ? Finding.ok("cachestat", "in this kernel")
        : Finding.note(
            "cachestat",
            "not in this kernel, the state of the page cache is asked page by page",
            "it needs Linux 6.5 or later");
  }

  /// A probe of io_uring(7), by which batches of reads are made: it submits a request and waits for
  /// its completion.
  static Finding rings() {
    return Ring.obstacle()
        .map(
            why ->
                Finding.note(
                    "io_uring",
                    why,
                    "without it batches of reads and writes are made by threads; to permit it, see"
                        + " docs/batches.md"))
        .orElseGet(() -> Finding.ok("io_uring", "answers; batches of reads and writes use it"));
  }

  private static boolean runs(int major, int minor) {
    return isLinux() && isAtLeast(System.getProperty("os.version"), major, minor);
  }

  /// Whether a release of the kernel is of this version or a later one; false if `release` does not
  /// begin with two numbers.
  static boolean isAtLeast(String release, int major, int minor) {
    Matcher numbers = RELEASE.matcher(release);
    if (!numbers.matches()) {
      return false;
    }
    int first = Integer.parseInt(numbers.group(1));
    return first > major || (first == major && Integer.parseInt(numbers.group(2)) >= minor);
  }
}
