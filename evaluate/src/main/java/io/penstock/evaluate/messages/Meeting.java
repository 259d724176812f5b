package io.penstock.evaluate.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/// How processes of a drill find each other: the first one leaves a line in a file.
///
/// @param file of the task
record Meeting(Path file) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// Leaves a line for the others.
  void announce(String line) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, line);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /// The line that the first process left, as soon as it is there.
  ///
  /// @throws IOException if nobody left one
  String await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(file)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the other process did not come within " + PATIENCE);
      }
      Thread.sleep(Duration.ofMillis(2));
    }
    return Files.readString(file);
  }
}
