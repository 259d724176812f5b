package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A regular file, read into arrays at any place by any number of threads.
sealed interface TextFile extends Closeable permits ChannelTextFile, EngineTextFile {
  /// From here on it pays to look for the engines, and to call the first C function: together they
  /// take a tenth of a second.
  long LARGE = 8L << 30;

  /// Opens a file that is as long as it says.
  ///
  /// @param size what it said last, which decides how it is read
  /// @return empty if it has more bytes than it says, or fewer
  static Optional<TextFile> open(Path path, long size) throws IOException {
    ChannelTextFile file = ChannelTextFile.open(path);
    boolean kept = false;
    try {
      boolean real = file.isOfItsSize();
      kept = real && size < LARGE;
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

  /// What it was when the file was opened.
  long size();

  /// Fills a range of an array.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  void read(long offset, byte[] target, int at, int count) throws IOException;
}
