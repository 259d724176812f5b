package io.penstock.evaluate.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/// Runs a program of the system to its end.
public final class Command {
  private Command() {}

  /// What the program printed, errors included.
  ///
  /// @throws IOException if it cannot be started or fails; the message is its first line
  public static String output(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        String said = output.lines().findFirst().orElse("it said nothing");
        throw new IOException(command.getFirst() + " failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + command.getFirst() + " was running");
    }
    return output;
  }
}
