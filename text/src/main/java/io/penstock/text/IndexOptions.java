package io.penstock.text;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Options of a [LineIndex]. Immutable.
///
/// Where nothing else is said: in memory, by as many threads as there are processors, with 8 MiB of
/// text in the cache, for lines of up to 1 GiB.
public final class IndexOptions {
  private static final int BLOCK = 8 << 10;
  private static final long CACHE = 8 << 20;
  private static final int LONGEST_LINE = 1 << 30;
  private static final String SUFFIX = ".lines";

  /// Names the index of a text; null for one in memory.
  private final @Nullable UnaryOperator<Path> place;

  final int blockBytes;
  final int threads;
  final LongConsumer progress;
  final long cacheBytes;
  final int longestLine;

  private IndexOptions(
      @Nullable UnaryOperator<Path> place,
      int blockBytes,
      int threads,
      LongConsumer progress,
      long cacheBytes,
      int longestLine) {
    this.place = place;
    this.blockBytes = blockBytes;
    this.threads = threads;
    this.progress = progress;
    this.cacheBytes = cacheBytes;
    this.longestLine = longestLine;
  }

  /// The index lives in memory alone.
  public static IndexOptions inMemory() {
    int threads = Runtime.getRuntime().availableProcessors();
    return new IndexOptions(null, BLOCK, threads, _ -> {}, CACHE, LONGEST_LINE);
  }

  /// The index is saved beside the text, in a file with the same name and `.lines` behind it, and
  /// is used again the next time.
  public static IndexOptions saved() {
    return inMemory().at(text -> text.resolveSibling(text.getFileName() + SUFFIX));
  }

  /// The index is saved in a given file, and is used again the next time.
  public static IndexOptions savedAs(Path file) {
    return inMemory().at(_ -> file);
  }

  private IndexOptions at(UnaryOperator<Path> where) {
    return new IndexOptions(where, blockBytes, threads, progress, cacheBytes, longestLine);
  }

  /// So many threads count, or as many as a file has parts of some hundred KiB.
  ///
  /// @throws IllegalArgumentException if there is none
  public IndexOptions withThreads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " threads; there must be one");
    }
    return new IndexOptions(place, blockBytes, count, progress, cacheBytes, longestLine);
  }

  /// Tells how many more bytes have been counted, some hundred KiB at a time, in any of the
  /// threads. The consumer may ask the index that is refreshed, but not refresh it.
  public IndexOptions withProgress(LongConsumer told) {
    return new IndexOptions(place, blockBytes, threads, told, cacheBytes, longestLine);
  }

  /// Blocks have so many bytes.
  ///
  /// @param bytes a multiple of 8 of at most [LineTable#LONGEST_BLOCK]
  IndexOptions withBlock(int bytes) {
    return new IndexOptions(place, bytes, threads, progress, cacheBytes, longestLine);
  }

  /// Keeps so much of the text that was looked at last; 0 for nothing.
  ///
  /// @throws IllegalArgumentException if it is negative
  public IndexOptions withCache(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a cache of " + bytes + " bytes; 0 for none");
    }
    return new IndexOptions(place, blockBytes, threads, progress, bytes, longestLine);
  }

  /// Hands out lines of so many bytes and no more. Longer ones are found and counted, but not
  /// brought into memory.
  ///
  /// @throws IllegalArgumentException if it is less than 1 or more than 1 GiB
  public IndexOptions withLongestLine(int bytes) {
    int most = Lines.requireLongest(bytes);
    return new IndexOptions(place, blockBytes, threads, progress, cacheBytes, most);
  }

  /// Where the index of a text is saved; empty if it is not.
  Optional<Path> place(Path text) {
    return place == null ? Optional.empty() : Optional.of(place.apply(text));
  }
}
