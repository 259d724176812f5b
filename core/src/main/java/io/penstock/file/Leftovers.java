package io.penstock.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Files that are deleted when the JVM ends, as by an interrupt from the terminal, while they are
/// listed here.
///
/// They go when all shutdown hooks have run, because a hook may be what completes a file.
/// [File#deleteOnExit] acts at that moment, but never forgets a name: only what is left when the
/// hooks run is handed to it. Safe for any thread.
final class Leftovers extends Thread {
  private static final Set<Path> FILES = ConcurrentHashMap.newKeySet();
  private static volatile boolean ending;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Leftovers());
    } catch (IllegalStateException _) {
      ending = true; // a hook has brought us here
    }
  }

  private Leftovers() {
    super(null, null, "penstock-end", 0, false);
  }

  // No lambda: a program that makes one file would pay for its first one as it ends.
  @Override
  public void run() {
    ending = true;
    for (Path file : FILES) {
      deleteAtTheEnd(file);
    }
  }

  static void add(Path file) {
    if (file.getFileSystem().equals(FileSystems.getDefault())) {
      FILES.add(file);
      if (ending) {
        deleteAtTheEnd(file);
      }
    }
  }

  static void remove(Path file) {
    FILES.remove(file);
  }

  /// Deletes a file, which is then listed no more.
  ///
  /// @throws IOException if it cannot be deleted: then it stays listed
  static void delete(Path file) throws IOException {
    TemporaryName.delete(file);
    remove(file);
  }

  // A name that is no text in the JVM's encoding would be another one as a java.io.File.
  private static void deleteAtTheEnd(Path file) {
    File named = file.toFile();
    if (named.toPath().equals(file)) {
      try {
        named.deleteOnExit();
      } catch (IllegalStateException _) {
        // That was the last moment: nothing completes the file, and nobody deletes it.
      }
    }
  }
}
