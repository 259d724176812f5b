package io.penstock.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Probes of the machine's memory, processors and limits.
final class MachineProbes {
  private MachineProbes() {}

  /// A probe of the machine's memory and of the share that the JVM may use.
  ///
  /// @param files where the kernel says how much there is
  record MemoryProbe(SystemFiles files) implements Probe {
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB$");

    @Override
    public Finding examine() {
      // The JVM's figures heed the control group, the kernel's do not.
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long ours = system.getTotalMemorySize();
      String use =
          ", "
              + Size.text(system.getFreeMemorySize())
              + " free, heap up to "
              + Size.text(Runtime.getRuntime().maxMemory());
      Optional<Long> total = files.text("proc/meminfo").flatMap(MemoryProbe::total);
      if (total.isPresent() && total.get() > ours) {
        return Finding.note(
            "memory",
            Size.text(ours) + " of " + Size.text(total.get()) + use,
            "a control group withholds the rest: raise its memory limit if it is wanted");
      }
      return Finding.ok("memory", Size.text(ours) + use);
    }

    static Optional<Long> total(String meminfo) {
      Matcher matcher = TOTAL.matcher(meminfo);
      return matcher.find()
          ? Optional.of(Long.parseLong(matcher.group(1)) * 1024)
          : Optional.empty();
    }
  }

  /// A probe of the processors that the process may use.
  ///
  /// @param files where the kernel says which processors are online
  record ProcessorProbe(SystemFiles files) implements Probe {
    @Override
    public Finding examine() {
      // The JVM counts what affinity and control group leave.
      int available = Runtime.getRuntime().availableProcessors();
      Optional<Integer> online =
          files.text("sys/devices/system/cpu/online").flatMap(ProcessorProbe::count);
      if (online.isPresent() && online.get() > available) {
        return Finding.note(
            "processors",
            available + " of " + online.get(),
            "affinity or a control group withholds the others: raise its limit if they are wanted");
      }
      return Finding.ok("processors", Integer.toString(available));
    }

    /// @param list the kernel's form: `0-3,8,10-11`
    static Optional<Integer> count(String list) {
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
  }

  /// A probe of a resource limit of the process.
  ///
  /// The JVM raises its limit of open files to the hard limit when it starts: that raised one is
  /// seen here.
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
}
