package io.penstock.stream;

import io.penstock.array.ElementType;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Objects;

/// A block that is filled on its way out.
interface ByteSink extends Closeable {
  /// The block. It may change with every other call: ask last.
  ElementBlock block();

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

  /// Writes elements of an array of any primitive type but boolean, piece by piece.
  default void writeArray(Object array, int from, int count) throws IOException {
    if (array instanceof byte[] bytes) {
      write(bytes, from, count);
      return;
    }
    int size = ElementType.of(array.getClass()).bytes();
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    requireWritable();
    for (int done = 0; done < count; ) {
      int n = Math.min(count - done, room(size) / size);
      int at = claim(n * size);
      block().putArray(at, array, from + done, n);
      done += n;
    }
  }

  /// Writes the low byte of each character.
  default void writeBytes(String text) throws IOException {
    requireWritable();
    for (int i = 0; i < text.length(); i++) {
      int at = claim(1);
      block().putByte(at, (byte) text.charAt(i));
    }
  }

  /// Writes each character as two bytes.
  default void writeChars(String text) throws IOException {
    requireWritable();
    for (int i = 0; i < text.length(); i++) {
      int at = claim(Character.BYTES);
      block().putShort(at, (short) text.charAt(i));
    }
  }
}
