package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// Makes the state that an experiment asks for, just before each run, and checks it.
final class FileStates {
  /// Above this share of the file in the page cache it does not count as cold.
  private static final double COLD = 0.01;

  private static final int ATTEMPTS = 3;

  private FileStates() {}

  /// Puts a file into a state.
  ///
  /// @throws AbsentException if this machine cannot make the state, or does not keep it long enough
  /// @throws IOException if the file cannot be read, written or deleted
  static void make(FileState state, Path file) throws AbsentException, IOException {
    switch (state) {
      case CACHED -> cache(file);
      case COLD -> evict(file);
      case NEW_FILE -> Files.deleteIfExists(file);
    }
  }

  private static void cache(Path file) throws AbsentException, IOException {
    PageCache.flush(file);
    long size = Files.size(file);
    OptionalLong resident = PageCache.residentBytes(file);
    if (resident.isEmpty()) {
      PageCache.warm(file);
      return;
    }
    for (int attempt = 0; resident.orElse(0) < size && attempt < ATTEMPTS; attempt++) {
      PageCache.warm(file);
      resident = PageCache.residentBytes(file);
    }
    if (resident.orElse(0) < size) {
      throw new AbsentException(
          "the page cache kept %d of %d bytes only".formatted(resident.orElse(0), size));
    }
  }

  private static void evict(Path file) throws AbsentException, IOException {
    if (!PageCache.evict(file)) {
      throw new AbsentException("this system has no way to empty the page cache of one file");
    }
    OptionalLong resident = PageCache.residentBytes(file);
    if (resident.isEmpty()) {
      throw new AbsentException("this system does not tell whether a file is in the page cache");
    }
    if (resident.getAsLong() > COLD * Files.size(file)) {
      throw new AbsentException(
          "%d of %d bytes stayed in the page cache"
              .formatted(resident.getAsLong(), Files.size(file)));
    }
  }
}
