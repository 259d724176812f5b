package io.penstock.stream;

import io.penstock.array.ElementType;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A block that is filled on the way in, and emptied by its reader.
interface ByteSource extends Closeable {
  /// The block. It may change with every other call: ask last.
  ElementBlock block();

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

  /// Fills elements of an array of any primitive type but boolean, piece by piece.
  ///
  /// @throws EOFException if the input ends before
  default void readArray(Object array, int from, int count) throws IOException {
    if (array instanceof byte[] bytes) {
      readFully(bytes, from, count);
      return;
    }
    int size = ElementType.of(array.getClass()).bytes();
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    requireReadable();
    for (int done = 0; done < count; ) {
      int ready = ready(size, (long) (count - done) * size);
      if (ready < size) {
        taken(ready);
        throw ended(done, count, "elements");
      }
      int n = Math.min(count - done, ready / size);
      int at = taken(n * size);
      block().getArray(at, array, from + done, n);
      done += n;
    }
  }

  /// Fills a range of an array.
  ///
  /// @throws EOFException if the input ends before
  default void readFully(byte[] target, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, target.length);
    requireReadable();
    for (int done = 0; done < count; ) {
      int n = read(target, from + done, count - done);
      if (n < 0) {
        throw ended(done, count, "bytes");
      }
      done += n;
    }
  }

  private static EOFException ended(int done, int count, String unit) {
    return new EOFException(
        String.format(Locale.ROOT, "the input ended after %d of %d %s", done, count, unit));
  }

  /// Reads up to a line feed, a carriage return, or both in this order; each byte is a character.
  ///
  /// @return the line without its end; null if the input has ended
  default @Nullable String readLine() throws IOException {
    int c = read();
    if (c < 0) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    while (c >= 0 && c != '\n' && c != '\r') {
      line.append((char) c);
      c = read();
    }
    if (c == '\r' && ready(1, 1) > 0 && block().getByte(taken(0)) == '\n') {
      taken(1);
    }
    return line.toString();
  }
}
