package io.penstock.cli;

import java.io.Console;
import picocli.CommandLine.Help.Ansi;

/// Decides whether text is coloured: on a terminal, unless `NO_COLOR` or `TERM=dumb` says
/// otherwise.
final class Colors {
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
}
