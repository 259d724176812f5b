package io.penstock.codecs.zstd;

import io.penstock.compress.ArchiveInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The header of a zstd frame (RFC 8878, section 3.1.1.1).
///
/// @param flags as the header has them
/// @param bytes that the header takes
/// @param window how far back a block may repeat, in bytes
/// @param dictionary the number of the one that the frame needs; 0 where it needs none
/// @param content bytes of content; 0 where the header does not say
record ZstdHeader(int flags, int bytes, long window, long dictionary, long content) {
  static final int FRAME = 0xFD2FB528;

  private static final int LONGEST = 18;
  private static final int CONTENT_SIZE = 3 << 6;
  private static final int SINGLE_SEGMENT = 1 << 5;
  private static final int RESERVED = 1 << 3;
  private static final int CHECKSUM = 1 << 2;
  private static final int LEAST_WINDOW_LOG = 10;

  /// The number with which a frame begins.
  ///
  /// @param head 4 bytes or more
  static int magic(byte[] head) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /// Looks at the header that comes next, of which nothing is taken.
  ///
  /// @throws io.penstock.file.FormatException if the archive ends in it, or it is damaged
  static ZstdHeader peek(ArchiveInput in) throws IOException {
    byte[] head = in.peek(LONGEST);
    int flags = head.length < 5 ? 0 : head[4] & 0xff;
    boolean single = (flags & SINGLE_SEGMENT) != 0;
    int windowBytes = single ? 0 : 1;
    int dictionaryBytes = new int[] {0, 1, 2, 4}[flags & 3];
    int contentBytes = flags >> 6 == 0 ? (single ? 1 : 0) : 1 << (flags >> 6);
    int bytes = 5 + windowBytes + dictionaryBytes + contentBytes;
    if (head.length < bytes) {
      throw in.endedIn("a frame");
    }
    if ((flags & RESERVED) != 0) {
      throw in.refused("a frame's header is damaged, or of a later version of zstd");
    }
    long content = number(head, 5 + windowBytes + dictionaryBytes, contentBytes);
    content += contentBytes == 2 ? 256 : 0;
    return new ZstdHeader(
        flags,
        bytes,
        single ? (content < 0 ? Long.MAX_VALUE : content) : window(head[5] & 0xff),
        number(head, 5 + windowBytes, dictionaryBytes),
        content);
  }

  /// Whether a checksum follows the last block.
  boolean checksum() {
    return (flags & CHECKSUM) != 0;
  }

  /// The bytes of content that it claims, or those counted where it claims none.
  long contentOr(long counted) {
    return (flags & (SINGLE_SEGMENT | CONTENT_SIZE)) == 0 ? counted : content;
  }

  private static long window(int descriptor) {
    long base = 1L << (LEAST_WINDOW_LOG + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  private static long number(byte[] bytes, int at, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[at + i] & 0xffL) << (8 * i);
    }
    return value;
  }
}
