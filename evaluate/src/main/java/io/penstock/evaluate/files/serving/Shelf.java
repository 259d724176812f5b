package io.penstock.evaluate.files.serving;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/// Where a server has its files from. For one thread.
interface Shelf extends Closeable {
  /// Writes a whole file.
  void write(Path file, WritableByteChannel out) throws IOException;

  /// How many times a file was read so far.
  long misses();
}
