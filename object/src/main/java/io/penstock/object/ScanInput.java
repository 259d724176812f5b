package io.penstock.object;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// An input of a scan, which keeps a copy of what it has read. It grows with the bytes that have
/// come, never with a length that is claimed.
final class ScanInput {
  private static final int PIECE = 64 << 10;
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private final InputStream in;
  private final long limit;
  private byte[] bytes = new byte[256];
  private int end;

  ScanInput(InputStream in, long limit) {
    this.in = in;
    this.limit = limit;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
  }

  /// All that was taken.
  byte[] bytes() {
    return Arrays.copyOf(bytes, end);
  }

  /// How many bytes were taken.
  int position() {
    return end;
  }

  /// A byte that was taken.
  int taken(int at) {
    return bytes[at] & 0xff;
  }

  /// An error at the byte that was read last.
  ObjectException refusal(String why) {
    return refusal(end, why);
  }

  static ObjectException refusal(int end, String why) {
    return new ObjectException("object refused at byte " + end + ": " + why);
  }

  void skip(long count) throws IOException {
    if (count < 0) {
      throw refusal("a length of " + count);
    }
    if (count > limit - end) {
      throw refusal("longer than the limit of " + limit + " bytes");
    }
    for (long left = count; left > 0; left -= PIECE) {
      take((int) Math.min(PIECE, left));
    }
  }

  private void take(int count) throws IOException {
    if (count > limit - end) {
      throw refusal("longer than the limit of " + limit + " bytes");
    }
    if (count > bytes.length - end) {
      long wanted = Math.max(2L * bytes.length, (long) end + count);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Math.max(limit, end + count)));
    }
    int found = in.readNBytes(bytes, end, count);
    end += found;
    if (found < count) {
      throw new ObjectException(
          "object refused: it ends after " + end + " bytes, in the middle", new EOFException());
    }
  }

  int unsignedByte() throws IOException {
    take(Byte.BYTES);
    return bytes[end - Byte.BYTES] & 0xff;
  }

  int unsignedShort() throws IOException {
    take(Short.BYTES);
    return (short) SHORT.get(bytes, end - Short.BYTES) & 0xffff;
  }

  int integer() throws IOException {
    take(Integer.BYTES);
    return (int) INT.get(bytes, end - Integer.BYTES);
  }

  /// A length of 8 bytes.
  long length() throws IOException {
    take(Long.BYTES);
    return (long) LONG.get(bytes, end - Long.BYTES);
  }

  /// Modified UTF-8, as the names of classes are written.
  String text() throws IOException {
    int length = unsignedShort();
    int from = end;
    skip(length);
    byte[] framed = Arrays.copyOfRange(bytes, from - 2, end);
    try {
      return new DataInputStream(new ByteArrayInputStream(framed)).readUTF();
    } catch (UTFDataFormatException e) {
      throw refusal("a name that is no text");
    }
  }
}
