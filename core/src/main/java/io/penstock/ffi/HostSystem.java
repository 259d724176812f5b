package io.penstock.ffi;

import java.util.Optional;

/// The operating system that this process runs on, as far as its C library is known here.
final class HostSystem {
  private static final String NAME = System.getProperty("os.name", "");
  private static final String ARCHITECTURE = System.getProperty("os.arch", "");

  static final boolean LINUX = NAME.startsWith("Linux");
  static final boolean MAC_OS = NAME.startsWith("Mac OS");

  private HostSystem() {}

  /// Why the C functions of this system are not called; empty where they are.
  static Optional<String> obstacle(long addressBytes) {
    return obstacle(NAME, ARCHITECTURE, addressBytes);
  }

  static Optional<String> obstacle(String name, String architecture, long addressBytes) {
    boolean known = name.startsWith("Linux") || (name.startsWith("Mac OS") && isMac(architecture));
    return known && addressBytes == Long.BYTES
        ? Optional.empty()
        : Optional.of(
            "native engines are for 64-bit Linux and macOS, this is " + name + " " + architecture);
  }

  private static boolean isMac(String architecture) {
    return architecture.equals("aarch64") || architecture.equals("x86_64");
  }

  /// Why the calls are not made that this library knows of Linux alone; empty on Linux.
  static Optional<String> unlessLinux() {
    return LINUX
        ? Optional.empty()
        : Optional.of("this is done on 64-bit Linux alone, this is " + NAME + " " + ARCHITECTURE);
  }
}
