package io.penstock.stream;

import java.io.Closeable;
import java.io.IOException;

/// A block that is filled on its way out.
interface Sink extends Closeable {
  /// The block. It may change with every other call: ask last.
  Block block();

  /// Takes the next `count` bytes of the block, which the caller then fills.
  ///
  /// @param count at most what [#room] said, or at most 8
  /// @return their place in [#block()]
  /// @throws IOException if nothing can be written any more, or what was in the block cannot be
  int claim(int count) throws IOException;

  /// Makes room for at least `least` bytes.
  ///
  /// @param least at most 8
  /// @return how many bytes can be claimed at once
  int room(int least) throws IOException;

  /// Writes bytes, past the block where that saves a copy.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves the array
  void write(byte[] source, int from, int count) throws IOException;

  /// How many bytes have been written so far.
  long written();

  /// Hands over what the block holds.
  void flush() throws IOException;

  /// Checks that something may be written.
  ///
  /// @throws IOException if not; the message says why
  void requireWritable() throws IOException;
}
