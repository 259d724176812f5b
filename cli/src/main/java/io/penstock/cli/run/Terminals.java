package io.penstock.cli.run;

import java.io.IOException;
import java.nio.file.Path;

/// A test of standard error for a terminal, which the JDK does not offer.
public final class Terminals {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private Terminals() {}

  /// True where the system can tell and it is one.
  public static boolean errorsAreSeen() {
    try {
      Path file = STANDARD_ERROR.toRealPath();
      return file.startsWith("/dev/pts") || file.toString().startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // a pipe, or no such folder on this system
    }
  }
}
