package io.penstock.evaluate.run;

import io.penstock.file.PageCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Makes the state that an experiment asks for, just before each run, and checks it.
final class FileStates {
  /// Above this share of the file in the page cache it does not count as cold.
  private static final double COLD = 0.01;

  private static final int ATTEMPTS = 3;
  private static final int REQUEST_BYTES = 1 << 20;

  private FileStates() {}

  /// How a file comes into the page cache.
  interface Loading {
    void load() throws IOException;
  }

  /// Puts a file into a state, by reading it where it is to be cached.
  ///
  /// @throws AbsentException if this machine cannot make the state, or does not keep it long enough
  /// @throws IOException if the file cannot be read, written or deleted
  static void make(FileState state, Path file) throws AbsentException, IOException {
    make(state, file, () -> warm(file));
  }

  /// Puts a file into a state.
  ///
  /// @param loading if it is to be cached and is not
  /// @throws AbsentException if this machine cannot make the state, or does not keep it long enough
  /// @throws IOException if the file cannot be read, written or deleted
  static void make(FileState state, Path file, Loading loading)
      throws AbsentException, IOException {
    switch (state) {
      case CACHED, CACHED_SMALL -> cache(file, loading);
      case COLD -> evict(file);
      case NEW_FILE -> Files.deleteIfExists(file);
      case NONE -> {}
    }
  }

  /// How the state is made, in a sentence for the report; empty where there is none to make.
  ///
  /// @param folder of the files
  static Optional<String> remark(FileState state, Path folder) throws IOException {
    if (state == FileState.NONE) {
      return Optional.empty();
    }
    boolean checked = state == FileState.NEW_FILE || resident(folder).isPresent();
    String how = checked ? ", checked" : ", not checked: this system does not tell";
    return Optional.of("Before each run: " + state.words() + how + ".");
  }

  private static void cache(Path file, Loading loading) throws AbsentException, IOException {
    flush(file);
    long size = Files.size(file);
    OptionalLong resident = resident(file);
    for (int attempt = 0; resident.orElse(0) < size && attempt < ATTEMPTS; attempt++) {
      loading.load();
      resident = resident(file);
      if (resident.isEmpty()) {
        return;
      }
    }
    if (resident.orElse(0) < size) {
      throw new AbsentException(
          String.format(
              Locale.ROOT, "the page cache kept %d of %d bytes only", resident.orElse(0), size));
    }
  }

  private static void evict(Path file) throws AbsentException, IOException {
    if (resident(file).isEmpty()) {
      throw new AbsentException("this system does not tell whether a file is in the page cache");
    }
    PageCache.evict(file);
    long left = resident(file).orElse(0);
    if (left > COLD * Files.size(file)) {
      throw new AbsentException(
          String.format(
              Locale.ROOT, "%d of %d bytes stayed in the page cache", left, Files.size(file)));
    }
  }

  private static OptionalLong resident(Path file) throws IOException {
    return PageCache.residentBytes(file, 0, Math.max(1, Files.size(file)));
  }

  /// Dirty pages would be written during the run, at its cost.
  private static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void warm(Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(buffer.clear()) >= 0) {
        // what was read is of no interest
      }
    }
  }
}
