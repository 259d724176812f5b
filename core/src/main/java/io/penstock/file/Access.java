package io.penstock.file;

/// How an existing array file is opened.
///
/// @param mode what may be done
/// @param engine how bytes move
/// @param readThreads the most threads that share one large read, the caller's included
/// @param writeThreads the most threads that share one large write, the caller's included
public record Access(OpenMode mode, FileEngine engine, int readThreads, int writeThreads) {
  /// Checks the thread counts.
  ///
  /// @throws IllegalArgumentException if one is below 1
  public Access {
    if (readThreads < 1 || writeThreads < 1) {
      throw new IllegalArgumentException(
          "thread counts must be at least 1, not " + readThreads + " and " + writeThreads);
    }
  }

  /// This machine's defaults, for reading.
  public static Access read() {
    Profile profile = Profile.current();
    return new Access(
        OpenMode.READ,
        FileEngines.named(profile.engine()),
        profile.readThreads(),
        profile.writeThreads());
  }

  /// This machine's defaults, for reading and writing.
  public static Access readWrite() {
    return read().withMode(OpenMode.READ_WRITE);
  }

  /// The same for another use.
  public Access withMode(OpenMode other) {
    return new Access(other, engine, readThreads, writeThreads);
  }

  /// The same by another engine.
  public Access withEngine(FileEngine other) {
    return new Access(mode, other, readThreads, writeThreads);
  }

  /// The same with this many threads for reads and for writes.
  public Access withThreads(int threads) {
    return new Access(mode, engine, threads, threads);
  }
}
