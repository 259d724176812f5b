package io.penstock.compress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// gzip members without content, which hold bytes in an extra field of their header (RFC 1952,
/// section 2.3.1.1), named `PS`. A field has no room for more than 65531 bytes: more bytes take
/// more members, of which only the first is not full.
final class EmptyMembers implements Asides {
  static final int MOST_BYTES = 0xffff - 4;

  private static final int HEADER_BYTES = GzipHeader.BYTES + 2 + 4;
  private static final int TRAILER_BYTES = 2 + GzipHeader.TRAILER_BYTES;
  private static final int MEMBER_BYTES = HEADER_BYTES + TRAILER_BYTES;

  @Override
  public byte[] wrap(byte[] bytes) {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    int rest = bytes.length % MOST_BYTES;
    int end = rest == 0 && bytes.length > 0 ? MOST_BYTES : rest;
    for (int from = 0; end <= bytes.length; from = end, end += MOST_BYTES) {
      members.writeBytes(member(bytes, from, end));
    }
    return members.toByteArray();
  }

  private static byte[] member(byte[] bytes, int from, int to) {
    int count = to - from;
    return ByteBuffer.allocate(count + MEMBER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(GzipHeader.bytes(0, GzipHeader.FEXTRA))
        .putShort((short) (count + 4))
        .put((byte) 'P')
        .put((byte) 'S')
        .putShort((short) count)
        .put(bytes, from, count)
        .put((byte) 3)
        .put((byte) 0)
        .array();
  }

  @Override
  public long wrappedLength(long count) {
    return count + MEMBER_BYTES * Math.max(1, Math.ceilDiv(count, (long) MOST_BYTES));
  }

  @Override
  public int trailerBytes() {
    return TRAILER_BYTES;
  }

  @Override
  public byte[] unwrap(byte[] wrapped) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer buffer = ByteBuffer.wrap(wrapped).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.remaining() >= MEMBER_BYTES) {
      int lengthAt = buffer.position() + GzipHeader.BYTES + 4;
      bytes.write(
          wrapped,
          buffer.position() + HEADER_BYTES,
          Math.min(buffer.getShort(lengthAt) & 0xffff, buffer.remaining() - MEMBER_BYTES));
      buffer.position(
          Math.min(
              buffer.limit(), lengthAt + 2 + (buffer.getShort(lengthAt) & 0xffff) + TRAILER_BYTES));
    }
    byte[] result = bytes.toByteArray();
    if (!Arrays.equals(wrap(result), wrapped)) {
      throw new IOException("is not in empty gzip members");
    }
    return result;
  }
}
