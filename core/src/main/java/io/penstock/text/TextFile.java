package io.penstock.text;

import io.penstock.file.FileEngines;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/// A regular file, read into arrays at any place by any number of threads.
sealed interface TextFile extends Closeable permits ChannelTextFile, EngineTextFile {
  /// From so much text on it pays to look for the engines, and to call the first C function:
  /// together they take a tenth of a second.
  long LARGE = 8L << 30;

  /// A shorter file is not worth an engine even where that costs no more than to open it.
  long SMALL = 1 << 20;

  /// Opens a file that is as long as it says.
  ///
  /// @param size what it said last, which decides how it is read
  /// @return empty if it has more bytes than it says, or fewer
  static Optional<TextFile> open(Path path, long size) throws IOException {
    ChannelTextFile file = ChannelTextFile.open(path);
    boolean kept = false;
    try {
      boolean real = file.isOfItsSize();
      kept = real && !isForEngines(size);
      if (kept) {
        return Optional.of(file);
      }
      return real ? Optional.of(EngineTextFile.open(path)) : Optional.empty();
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// All texts of a process together are worth what it costs to begin with engines.
  private static boolean isForEngines(long size) {
    return size >= SMALL && (FileEngines.areReady() || size + ChannelTextFile.bytesRead() >= LARGE);
  }

  /// What it was when the file was opened.
  long size();

  /// Fills a range of an array.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  void read(long offset, byte[] target, int at, int count) throws IOException;

  /// Fills the begin of memory off the heap. No range of a mapping is handed out instead: where the
  /// file is cut short, HotSpot survives a fault in its own copy routines, but not in a loop that
  /// it has made a vector of.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  void read(long offset, MemorySegment target, int count) throws IOException;
}
