package io.penstock.evaluate.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The rendezvous of the processes of a drill: the first one leaves a line in a file.
///
/// @param file of the task
record Rendezvous(Path file) {
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
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    try (WatchService watch = file.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!Files.exists(file)) {
        WatchKey key = watch.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (key == null) {
          throw new IOException("the other process did not come within " + PATIENCE);
        }
        key.pollEvents();
        key.reset();
      }
    }
    return Files.readString(file);
  }
}
