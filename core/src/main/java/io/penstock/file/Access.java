package io.penstock.file;

import java.util.Locale;

/// The way in which an existing array file is opened.
///
/// @param mode what may be done
/// @param engine how bytes move
/// @param readThreads the most threads that share one large read, the caller's included
/// @param writeThreads the most threads that share one large write, the caller's included
/// @param chunkBytes how much goes through a chunk off the heap at a time where elements are
///   converted or lie scattered; 0 leaves it to the engine. What needs neither is moved as the
///   engine likes
public record Access(
    OpenMode mode, FileEngine engine, int readThreads, int writeThreads, int chunkBytes) {
  /// The most bytes that go through a chunk at a time: the largest transfer that pays on any
  /// device. What is not used of it takes no memory.
  public static final int LARGEST_CHUNK = 2 << 20;

  private static final int PAGE = 4096;

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if a thread count is below 1, or the chunk size is negative,
  ///   above 2 MiB or no multiple of 4096
  public Access {
    if (readThreads < 1 || writeThreads < 1) {
      throw new IllegalArgumentException(
          "thread counts must be at least 1, not " + readThreads + " and " + writeThreads);
    }
    if (chunkBytes < 0 || chunkBytes > LARGEST_CHUNK || chunkBytes % PAGE != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "chunk size %d must be 0, or a multiple of %d up to %d",
              chunkBytes,
              PAGE,
              LARGEST_CHUNK));
    }
  }

  /// This machine's defaults, for reading.
  public static Access read() {
    Profile profile = Profile.current();
    return new Access(
        OpenMode.READ,
        profile.fileEngine(),
        profile.readThreads(),
        profile.writeThreads(),
        profile.chunkBytes());
  }

  /// This machine's defaults, for reading and writing.
  public static Access readWrite() {
    return read().withMode(OpenMode.READ_WRITE);
  }

  /// The same for another use.
  public Access withMode(OpenMode other) {
    return new Access(other, engine, readThreads, writeThreads, chunkBytes);
  }

  /// The same by another engine.
  public Access withEngine(FileEngine other) {
    return new Access(mode, other, readThreads, writeThreads, chunkBytes);
  }

  /// The same with this many threads for reads and for writes.
  public Access withThreads(int threads) {
    return new Access(mode, engine, threads, threads, chunkBytes);
  }

  /// The same with another chunk size.
  public Access withChunkBytes(int bytes) {
    return new Access(mode, engine, readThreads, writeThreads, bytes);
  }
}
