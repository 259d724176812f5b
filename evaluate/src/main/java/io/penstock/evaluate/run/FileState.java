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
import org.jspecify.annotations.Nullable;

/// The state of the file when a run begins; it is made just before each run and checked.
public enum FileState {
  /// Every page is in the page cache, and none waits to be written. The kernel takes the largest
  /// folios that it has for pieces of this size.
  CACHED("every page of the file in the page cache and none dirty", 8 << 20),
  /// The same of a file that came into the page cache by small pieces, as the files of most
  /// programs do: the kernel then keeps each page by itself.
  CACHED_SMALL("every page of the file in the page cache and none dirty", 4 << 10),
  /// No page is in the page cache.
  COLD("no page of the file in the page cache", 8 << 20),
  /// There is no such file: the run makes it.
  NEW_FILE("no file there", 8 << 20),
  /// The experiment has no file.
  NONE("no file takes part", 8 << 20);

  /// Above this share of the file in the page cache it does not count as cold.
  private static final double SHARE_OF_COLD = 0.01;

  private static final int ATTEMPTS = 3;
  private static final int REQUEST_BYTES = 1 << 20;

  private final String words;
  private final int pieceBytes;

  FileState(String words, int pieceBytes) {
    this.words = words;
    this.pieceBytes = pieceBytes;
  }

  /// The pieces in which the file is written when it is made: they decide on the folios that the
  /// page cache holds it in.
  int pieceBytes() {
    return pieceBytes;
  }

  /// Whether the file is in the page cache.
  boolean isCached() {
    return this == CACHED || this == CACHED_SMALL;
  }

  /// The state in words, for the report.
  public String words() {
    return words;
  }

  /// Puts a file into this state, by reading it where it is to be cached.
  ///
  /// @throws AbsentException if this machine cannot make the state, or does not keep it long enough
  /// @throws IOException if the file cannot be read, written or deleted
  void make(Path file) throws AbsentException, IOException {
    make(file, null);
  }

  /// Puts a file into this state, by writing it again where it is to be cached: read by anybody it
  /// would lie in other folios.
  ///
  /// @throws AbsentException if this machine cannot make the state, or does not keep it long enough
  /// @throws IOException if the file cannot be read, written or deleted
  void make(FileContents contents) throws AbsentException, IOException {
    make(contents.path(), contents);
  }

  /// @param contents to write again where the file is to be cached; null to read what is there
  private void make(Path file, @Nullable FileContents contents)
      throws AbsentException, IOException {
    switch (this) {
      case CACHED, CACHED_SMALL -> cache(file, contents);
      case COLD -> evict(file);
      case NEW_FILE -> Files.deleteIfExists(file);
      case NONE -> {}
    }
  }

  /// How the state is made, in a sentence for the report; empty where there is none to make.
  ///
  /// @param folder of the files
  Optional<String> remark(Path folder) throws IOException {
    if (this == NONE) {
      return Optional.empty();
    }
    boolean checked = this == NEW_FILE || resident(folder).isPresent();
    String how = checked ? ", checked" : ", not checked: this system does not tell";
    return Optional.of("Before each run: " + words + how + ".");
  }

  private void cache(Path file, @Nullable FileContents contents)
      throws AbsentException, IOException {
    flush(file);
    long size = Files.size(file);
    OptionalLong resident = resident(file);
    for (int attempt = 0; resident.orElse(0) < size && attempt < ATTEMPTS; attempt++) {
      if (contents == null) {
        warm(file);
      } else {
        contents.make(pieceBytes);
      }
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
    if (left > SHARE_OF_COLD * Files.size(file)) {
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
