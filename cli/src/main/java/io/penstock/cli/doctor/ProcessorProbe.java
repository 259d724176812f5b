package io.penstock.cli.doctor;

import java.util.Optional;

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
