package io.penstock.tree;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The system's own tools, as yardsticks and for what the JDK cannot make.
final class Shell {
  private Shell() {}

  /// Runs a script of sh in a folder; the test is skipped where there is no sh.
  ///
  /// @return what it printed, a character for a byte
  static String run(Path folder, String script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-euc", script, "sh"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      byte[] said = process.getInputStream().readAllBytes();
      if (process.waitFor() != 0) {
        throw new AssertionError(script + ": " + new String(said, UTF_8));
      }
      return new String(said, ISO_8859_1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      SpokenAssumption.that(false, "no tools of a shell here: " + e.getMessage());
      throw e;
    }
  }
}
