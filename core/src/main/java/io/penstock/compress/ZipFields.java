package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The fields that do not fit their 32 bits, from the extra field for large archives (*.ZIP File
/// Format Specification* 6.3.10, section 4.5.3).
final class ZipFields {
  private static final int LARGE = 1;
  private static final long FULL = 0xffffffffL;

  private final ByteBuffer large;

  private ZipFields(ByteBuffer large) {
    this.large = large;
  }

  /// @param extra all extra fields
  /// @throws IOException if they are damaged
  static ZipFields of(byte[] extra) throws IOException {
    ByteBuffer buffer = ZipEnd.little(extra);
    while (buffer.remaining() >= 4) {
      int id = buffer.getShort() & 0xffff;
      int count = buffer.getShort() & 0xffff;
      if (count > buffer.remaining()) {
        break;
      }
      if (id == LARGE) {
        return new ZipFields(buffer.slice(buffer.position(), count).order(ByteOrder.LITTLE_ENDIAN));
      }
      buffer.position(buffer.position() + count);
    }
    return new ZipFields(ZipEnd.little(new byte[0]));
  }

  /// The next field: as it is, or where it is full, the next large one.
  long next(long small) throws IOException {
    if (small != FULL) {
      return small;
    }
    if (large.remaining() < 8) {
      throw new IOException("a size above 4 GiB is not there");
    }
    long value = large.getLong();
    if (value < 0) {
      throw new IOException("a size is not possible");
    }
    return value;
  }
}
