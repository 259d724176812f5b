package io.penstock.stream;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;

/// A block that is filled on the way in, and emptied by its reader.
interface Source extends Closeable {
  /// The block. It may change with every other call: ask last.
  Block block();

  /// Brings at least `least` bytes into the block, fewer only where the input ends before.
  ///
  /// @param least at most 8
  /// @param hint how many bytes the caller is going to take in all
  /// @return how many bytes can be taken at once
  int ready(int least, long hint) throws IOException;

  /// Passes `count` bytes, at most what [#ready] said.
  ///
  /// @return their place in [#block()]
  int taken(int count);

  /// Takes the next `count` bytes.
  ///
  /// @param count at most 8
  /// @return their place in [#block()]
  /// @throws EOFException if the input ends before; it then stands at its end
  default int take(int count) throws IOException {
    int ready = ready(count, count);
    if (ready < count) {
      taken(ready);
      throw new EOFException("the input ended after " + ready + " of " + count + " bytes");
    }
    return taken(count);
  }

  /// The next byte.
  ///
  /// @return -1 at the end of the input
  default int read() throws IOException {
    return ready(1, 1) == 0 ? -1 : Byte.toUnsignedInt(block().getByte(taken(1)));
  }

  /// Reads what is at hand, at least one byte, past the block where that saves a copy.
  ///
  /// @param count at least 1
  /// @return how many bytes were read; -1 at the end of the input
  int read(byte[] target, int from, int count) throws IOException;

  /// Passes over some of the next `count` bytes.
  ///
  /// @return how many; 0 if that is none
  long skip(long count) throws IOException;

  /// How many bytes can be read without waiting, as far as is known.
  int available() throws IOException;

  /// Checks that something may be read.
  ///
  /// @throws IOException if not; the message says why
  void requireReadable() throws IOException;
}
