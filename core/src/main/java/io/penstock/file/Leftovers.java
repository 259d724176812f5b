package io.penstock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Files that are deleted when the JVM ends, as by an interrupt from the terminal, while they are
/// listed here.
///
/// [java.io.File#deleteOnExit] does not forget a file that has become a good one. Safe for any
/// thread.
final class Leftovers {
  private static final Set<Path> FILES = ConcurrentHashMap.newKeySet();

  static {
    try {
      Runtime.getRuntime()
          .addShutdownHook(Thread.ofPlatform().name("penstock-end").unstarted(Leftovers::delete));
    } catch (IllegalStateException _) {
      // The JVM is ending already: too late for a promise.
    }
  }

  private Leftovers() {}

  static void add(Path file) {
    FILES.add(file);
  }

  static void remove(Path file) {
    FILES.remove(file);
  }

  private static void delete() {
    for (Path file : FILES) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException _) {
        // Nobody is left to be told; the other files go all the same.
      }
    }
  }
}
