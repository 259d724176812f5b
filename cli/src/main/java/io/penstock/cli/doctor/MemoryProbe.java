package io.penstock.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A probe of the machine's memory and of the share that the JVM may use.
///
/// @param files where the kernel says how much there is
record MemoryProbe(SystemFiles files) implements Probe {
  private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB$");

  @Override
  public Finding examine() {
    // The JVM's figures heed the control group, the kernel's do not.
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
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
    return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1)) * 1024) : Optional.empty();
  }
}
