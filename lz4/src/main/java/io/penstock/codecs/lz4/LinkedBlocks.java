package io.penstock.codecs.lz4;

import java.io.IOException;

/// Decompresses a block that may repeat what stands before it in its target, which lz4-java does
/// not do (*LZ4 Block Format Description*, 2022).
final class LinkedBlocks {
  private static final int LEAST_MATCH = 4;
  private static final int LONG = 15;

  private final byte[] source;
  private final int end;
  private final byte[] target;
  private final int limit;
  private int from;
  private int to;

  private LinkedBlocks(byte[] source, int count, byte[] target, int to, int limit) {
    this.source = source;
    this.end = count;
    this.target = target;
    this.to = to;
    this.limit = limit;
  }

  /// Decompresses a block.
  ///
  /// @param source the block, `count` bytes
  /// @param target holds the content before `to`; nothing is written from `limit` on
  /// @return where the content ends in `target`
  /// @throws IOException if the block is damaged or has no room
  static int decompress(byte[] source, int count, byte[] target, int to, int limit)
      throws IOException {
    return new LinkedBlocks(source, count, target, to, limit).decompress();
  }

  private int decompress() throws IOException {
    while (true) {
      int token = octet();
      literals(length(token >> 4));
      if (from == end) {
        return to;
      }
      int offset = octet() | (octet() << 8);
      match(offset, Math.addExact(length(token & LONG), LEAST_MATCH));
    }
  }

  private int octet() throws IOException {
    if (from == end) {
      throw damaged("ends too early");
    }
    return source[from++] & 0xff;
  }

  private int length(int nibble) throws IOException {
    int length = nibble;
    for (int more = nibble == LONG ? 255 : 0; more == 255; ) {
      more = octet();
      length += more; // a block of 4 MiB cannot make it overflow
    }
    return length;
  }

  private void literals(int count) throws IOException {
    if (count > end - from || count > limit - to) {
      throw damaged("has more literals than room");
    }
    System.arraycopy(source, from, target, to, count);
    from += count;
    to += count;
  }

  private void match(int offset, int count) throws IOException {
    if (offset == 0 || offset > to || count > limit - to) {
      throw damaged("repeats what is not there");
    }
    if (offset >= count) {
      System.arraycopy(target, to - offset, target, to, count);
      to += count;
      return;
    }
    for (int last = to + count; to < last; to++) {
      target[to] = target[to - offset];
    }
  }

  private static IOException damaged(String how) {
    return new IOException("a block " + how);
  }
}
