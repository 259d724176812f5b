package io.penstock.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Help.Ansi;

/// The decision about colours: text is coloured on a terminal, unless `NO_COLOR` or `TERM=dumb`
/// forbids it.
final class Colors {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private Colors() {}

  static Ansi ansi() {
    return wanted() ? Ansi.ON : Ansi.OFF;
  }

  @SuppressWarnings("SystemConsoleNull") // null again without a terminal since JDK 25
  static boolean wanted() {
    Console console = System.console();
    boolean allowed = isUnset("NO_COLOR") && !"dumb".equals(System.getenv("TERM"));
    return allowed && console != null && console.isTerminal();
  }

  // By its convention NO_COLOR counts only when it is not empty.
  private static boolean isUnset(String variable) {
    String value = System.getenv(variable);
    return value == null || value.isEmpty();
  }

  /// Whether text on standard error is coloured, which the JDK cannot tell from standard output.
  static boolean wantedForErrors() {
    if (!wanted()) {
      return false;
    }
    try {
      Path file = STANDARD_ERROR.toRealPath();
      return file.startsWith("/dev/pts") || file.toString().startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // a pipe, or no such folder on this system
    }
  }
}
