package io.penstock.evaluate.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory of this process that is no file's.
final class Resident {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String LINE = "RssAnon:";

  private Resident() {}

  /// What of it the system has to keep; 0 where it does not tell.
  static long bytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(LINE))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0;
    }
  }
}
