package io.penstock.cli.doctor;

import java.util.Optional;

/// Does the kernel let this process use io_uring?
///
/// @param files where the kernel says who may
record UringProbe(SystemFiles files) implements Probe {
  private static final String NAME = "io_uring";
  private static final KernelVersion FIRST = new KernelVersion(5, 1);

  @Override
  public Finding examine() {
    Optional<KernelVersion> kernel = KernelVersion.running();
    if (kernel.isEmpty() || !kernel.get().isAtLeast(FIRST)) {
      return Finding.note(NAME, "not in this kernel", "it needs Linux " + FIRST + " or later");
    }
    return judge(files.text("proc/sys/kernel/io_uring_disabled").orElse("0"));
  }

  /// @param disabled 0 for everybody, 1 for a group, 2 for nobody (Linux 6.6, sysctl/kernel.rst)
  Finding judge(String disabled) {
    return switch (disabled) {
      case "0" -> allowed();
      case "1" ->
          Finding.note(
              NAME,
              "only for root and the group in kernel.io_uring_group",
              "join that group, or as root: sysctl kernel.io_uring_disabled=0");
      default -> Finding.note(NAME, "switched off", "as root: sysctl kernel.io_uring_disabled=0");
    };
  }

  // Containers switch it off by a filter on system calls, which does not say what it refuses.
  private Finding allowed() {
    boolean filtered =
        files.text("proc/self/status").orElse("").lines().anyMatch("Seccomp:\t2"::equals);
    return filtered
        ? Finding.note(
            NAME,
            "allowed by the kernel, but a seccomp filter is active and may refuse it",
            "in a container: start it with a seccomp profile that has the io_uring calls")
        : Finding.ok(NAME, "allowed");
  }
}
