package io.penstock.cli;

import java.io.Console;
import picocli.CommandLine.Help.Ansi;

/// Decides whether text is coloured: on a terminal, unless `NO_COLOR` or `TERM=dumb` says
/// otherwise.
final class Colors {
  private Colors() {}

  @SuppressWarnings("SystemConsoleNull") // null again without a terminal since JDK 25
  static Ansi ansi() {
    Console console = System.console();
    boolean wanted = isUnset("NO_COLOR") && !"dumb".equals(System.getenv("TERM"));
    return wanted && console != null && console.isTerminal() ? Ansi.ON : Ansi.OFF;
  }

  // By its convention NO_COLOR counts only when it is not empty.
  private static boolean isUnset(String variable) {
    String value = System.getenv(variable);
    return value == null || value.isEmpty();
  }
}
