package io.penstock.codecs.zstd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The number with which a frame begins.
final class Magic {
  static final int FRAME = 0xFD2FB528;

  private Magic() {}

  /// @param head 4 bytes or more
  static int of(byte[] head) {
    return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }
}
