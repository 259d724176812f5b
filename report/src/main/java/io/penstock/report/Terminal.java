package io.penstock.report;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The abilities of the place that a text goes to.
///
/// @param interactive whether a person watches it, so that a line may be drawn again in place
/// @param width in columns, between [#NARROWEST] and [#WIDEST]
/// @param colour whether ANSI colours are understood and wanted
/// @param unicode whether block elements can be encoded
public record Terminal(boolean interactive, int width, boolean colour, boolean unicode) {
  /// Narrower than this nothing is readable.
  public static final int NARROWEST = 40;

  /// Wider than this lines are hard to follow.
  public static final int WIDEST = 200;

  private static final int USUAL = 80;
  private static final int PIPED = 100;

  /// Brings the width within its limits.
  public Terminal {
    width = Math.clamp(width, NARROWEST, WIDEST);
  }

  /// Where standard output goes.
  public static Terminal ofStandardOutput() {
    return of(1, System.out.charset(), System.getenv());
  }

  /// Where standard error goes.
  public static Terminal ofStandardError() {
    return of(2, System.err.charset(), System.getenv());
  }

  private static Terminal of(int descriptor, Charset charset, Map<String, String> environment) {
    boolean interactive = isTerminal(descriptor);
    int measured = interactive && !environment.containsKey("COLUMNS") ? measuredWidth() : 0;
    return of(interactive, measured, charset, environment);
  }

  /// @param measuredWidth what the terminal says of itself, 0 if it says nothing
  static Terminal of(
      boolean interactive, int measuredWidth, Charset charset, Map<String, String> environment) {
    boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
    boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    int fallback = measuredWidth > 0 ? measuredWidth : interactive ? USUAL : PIPED;
    return new Terminal(
        interactive && !dumb,
        number(environment.getOrDefault("COLUMNS", ""), fallback),
        interactive && !dumb && !plain,
        charset.equals(StandardCharsets.UTF_8));
  }

  /// The JDK knows of standard output's terminal only, and together with standard input's; where
  /// the system shows the descriptors as files, each is looked at by itself.
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
  }

  /// Asks `stty`, which every POSIX system has; 0 where there is no answer.
  private static int measuredWidth() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      stty.waitFor(1, TimeUnit.SECONDS);
      return number(size.strip().replaceFirst("^.* ", ""), 0);
    } catch (IOException _) {
      return 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static int number(String text, int otherwise) {
    return text.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(text) : otherwise;
  }
}
