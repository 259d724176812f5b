package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A stream's bytes by the number, with their offset. Contents are hashed or skipped in a buffer
/// and never held.
final class StreamInput {
  /// Holds the longest name there can be.
  private static final int BUFFER = 256 << 10;

  private static final VarHandle SHORT = bigEndian(short[].class);
  private static final VarHandle INT = bigEndian(int[].class);
  private static final VarHandle LONG = bigEndian(long[].class);

  /// What is hashed at a time.
  private static final int BLOCK = 32;

  private static final long PRIME = 0x9e3779b97f4a7c15L;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private long base;
  private int at;
  private int end;

  StreamInput(InputStream in) {
    this.in = in;
  }

  private static VarHandle bigEndian(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.BIG_ENDIAN);
  }

  /// How many bytes were taken.
  long offset() {
    return base + at;
  }

  /// An error at the byte that comes next. Names in it come from the stream.
  ///
  /// @param why as [String#format] takes it
  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
  ObjectException refusal(String why, Object... details) {
    String reason = AnalysisTable.printable(String.format(Locale.ROOT, why, details));
    return new ObjectException("no sound object stream, byte " + offset() + ": " + reason);
  }

  boolean atEnd() throws IOException {
    return at == end && !fill(1);
  }

  private void require(int count) throws IOException {
    if (end - at < count && !fill(count)) {
      throw new ObjectException(
          "no sound object stream: it ends after "
              + (base + end)
              + " bytes, in the middle of an object",
          new EOFException());
    }
  }

  private boolean fill(int count) throws IOException {
    System.arraycopy(buffer, at, buffer, 0, end - at);
    base += at;
    end -= at;
    at = 0;
    while (end < count) {
      int found = in.read(buffer, end, BUFFER - end);
      if (found < 0) {
        return false;
      }
      end += found;
    }
    return true;
  }

  int unsignedByte() throws IOException {
    if (at == end) {
      require(1);
    }
    return buffer[at++] & 0xff;
  }

  /// Puts the byte back that was taken last.
  void unread() {
    at--;
  }

  int unsignedShort() throws IOException {
    require(2);
    int value = (short) SHORT.get(buffer, at) & 0xffff;
    at += 2;
    return value;
  }

  int integer() throws IOException {
    require(4);
    int value = (int) INT.get(buffer, at);
    at += 4;
    return value;
  }

  long number() throws IOException {
    require(8);
    long value = (long) LONG.get(buffer, at);
    at += 8;
    return value;
  }

  void skip(long count) throws IOException {
    long left = count;
    while (left > end - at) {
      left -= end - at;
      at = end;
      require(1);
    }
    at += (int) left;
  }

  /// Modified UTF-8 with its length before it, as names are written.
  String text() throws IOException {
    int length = unsignedShort();
    require(length);
    int from = at;
    for (int i = from; i < from + length; i++) {
      if (buffer[i] <= 0) {
        return decoded(from - 2, length + 2);
      }
    }
    at += length;
    return new String(buffer, from, length, StandardCharsets.ISO_8859_1);
  }

  private String decoded(int from, int length) throws IOException {
    at += length - 2;
    byte[] framed = new byte[length];
    System.arraycopy(buffer, from + 2, framed, 2, length - 2);
    framed[0] = (byte) ((length - 2) >>> 8);
    framed[1] = (byte) (length - 2);
    try {
      return new DataInputStream(new ByteArrayInputStream(framed)).readUTF();
    } catch (UTFDataFormatException e) {
      ObjectException told = refusal("a name that is no text");
      told.initCause(e);
      throw told;
    }
  }

  /// Copies the beginning of what comes and leaves it there.
  ///
  /// @return how many bytes were copied: all of `target`, or `most` if that is less
  int peek(byte[] target, long most) throws IOException {
    int count = (int) Math.min(target.length, most);
    require(count);
    System.arraycopy(buffer, at, target, 0, count);
    return count;
  }

  /// Takes `count` bytes.
  ///
  /// @return a hash of 64 bits, eight bytes at a time in four lanes, that does not depend on how
  ///   they came. Not made to withstand an attacker who looks for two contents with one hash: they
  ///   would spoil a report
  long hash(long count) throws IOException {
    long a = count * PRIME;
    long b = 1;
    long c = 2;
    long d = 3;
    for (long left = count; left > 0; ) {
      if (end - at < Math.min(BLOCK, left)) {
        require((int) Math.min(BLOCK, left));
      }
      int some = (int) Math.min(left, end - at);
      int whole = at + some - some % BLOCK;
      left -= some < left ? whole - at : some;
      for (int i = at; i < whole; i += BLOCK) {
        a = mixed(a, (long) WORDS.get(buffer, i));
        b = mixed(b, (long) WORDS.get(buffer, i + 8));
        c = mixed(c, (long) WORDS.get(buffer, i + 16));
        d = mixed(d, (long) WORDS.get(buffer, i + 24));
      }
      at = whole;
      if (left == 0) {
        a = hashRest(a, some % BLOCK);
      }
    }
    long all = mixed(mixed(mixed(a, b), c), d);
    all ^= all >>> 32;
    return (all * PRIME) ^ (all >>> 29);
  }

  /// Takes the last bytes, fewer than a block.
  private long hashRest(long lane, int count) {
    int last = at + count;
    long hash = lane;
    for (; last - at >= Long.BYTES; at += Long.BYTES) {
      hash = mixed(hash, (long) WORDS.get(buffer, at));
    }
    if (at < last) {
      long rest = 0;
      while (at < last) {
        rest = (rest << 8) | (buffer[at++] & 0xff);
      }
      hash = mixed(hash, rest);
    }
    return hash;
  }

  private static long mixed(long state, long word) {
    return Long.rotateLeft((state ^ word) * PRIME, 29);
  }
}
