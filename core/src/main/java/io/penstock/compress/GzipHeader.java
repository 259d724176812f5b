package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/// The header and trailer of a gzip member (RFC 1952, section 2.3).
final class GzipHeader {
  static final int BYTES = 10;
  static final int TRAILER_BYTES = 8;

  /// An extra field follows.
  static final int FEXTRA = 4;

  private static final byte[] LAST_BLOCK = {3, 0};

  private static final int FHCRC = 2;
  private static final int FNAME = 8;
  private static final int FCOMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int DEFLATE = 8;
  private static final byte[] MAGIC = {0x1f, (byte) 0x8b, DEFLATE};
  private static final int UNKNOWN_SYSTEM = 255;

  private GzipHeader() {}

  /// A header without a name or a time, so that equal content gives equal archives.
  static byte[] bytes(int level, int flags) {
    int effort = level == 9 ? 2 : level == 1 ? 4 : 0;
    return new byte[] {
      0x1f, (byte) 0x8b, DEFLATE, (byte) flags, 0, 0, 0, 0, (byte) effort, (byte) UNKNOWN_SYSTEM
    };
  }

  /// The last block of a stream, one without content, and the trailer.
  static byte[] end(CRC32 crc, long size) {
    return ByteBuffer.allocate(LAST_BLOCK.length + TRAILER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(LAST_BLOCK)
        .putInt((int) crc.getValue())
        .putInt((int) size)
        .array();
  }

  /// Takes a header.
  ///
  /// @throws io.penstock.file.FormatException if it is none
  static void read(ArchiveInput in) throws IOException {
    byte[] first = in.peek(MAGIC.length);
    if (!Arrays.equals(first, Arrays.copyOf(MAGIC, first.length))) {
      throw in.refused(
          "these bytes are no gzip member; what follows the last member must be removed");
    }
    CRC32 crc = new CRC32();
    int flags = taken(in, BYTES, crc)[3] & 0xff;
    if ((flags & RESERVED) != 0) {
      throw in.refused(
          String.format(
              Locale.ROOT, "a gzip header with reserved flags %02x; it is damaged", flags));
    }
    if ((flags & FEXTRA) != 0) {
      byte[] length = taken(in, 2, crc);
      byte[] _ = taken(in, (length[0] & 0xff) | (length[1] & 0xff) << 8, crc);
    }
    if ((flags & FNAME) != 0) {
      text(in, crc);
    }
    if ((flags & FCOMMENT) != 0) {
      text(in, crc);
    }
    if ((flags & FHCRC) != 0) {
      long expected = crc.getValue() & 0xffff;
      if (in.number(2, "a gzip header") != expected) {
        throw in.refused("the checksum of a gzip header is wrong; it is damaged");
      }
    }
  }

  private static byte[] taken(ArchiveInput in, int count, CRC32 crc) throws IOException {
    byte[] bytes = in.octets(count, "a gzip header");
    crc.update(bytes);
    return bytes;
  }

  private static void text(ArchiveInput in, CRC32 crc) throws IOException {
    int value;
    do {
      value = in.octet("a gzip header");
      crc.update(value);
    } while (value != 0);
  }
}
