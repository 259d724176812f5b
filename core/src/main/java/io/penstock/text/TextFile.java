package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/// A regular file, read into arrays at any place by any number of threads.
sealed interface TextFile extends Closeable permits ChannelTextFile, EngineTextFile {
  /// From here on it pays to look for the engines, and to call the first C function: together they
  /// take a tenth of a second.
  long LARGE = 8L << 30;

  static TextFile open(Path path, long size) throws IOException {
    return size >= LARGE ? EngineTextFile.open(path) : ChannelTextFile.open(path);
  }

  /// What it was when the file was opened.
  long size();

  /// Fills a range of an array.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  void read(long offset, byte[] target, int at, int count) throws IOException;
}
