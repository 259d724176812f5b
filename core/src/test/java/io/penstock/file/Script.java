package io.penstock.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Scripts of sh.
final class Script {
  private Script() {}

  /// Whether a script can be run, and succeeds.
  static boolean succeeds(String script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
