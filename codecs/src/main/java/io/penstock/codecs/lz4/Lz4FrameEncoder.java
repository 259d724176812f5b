package io.penstock.codecs.lz4;

import io.penstock.compress.FrameEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/// Makes frames with their length and a checksum.
final class Lz4FrameEncoder implements FrameEncoder {
  private static final int END_BYTES = 8;

  private final Lz4Block room;

  Lz4FrameEncoder(int level) {
    this.room = new Lz4Block(Lz4Library.compressor(level));
  }

  @Override
  public ByteBuffer encode(byte[] content, int count) {
    BlockSize size = BlockSize.forContent(count);
    byte[] header = new Lz4Header(size, false, false, true, OptionalLong.of(count)).bytes();
    int blocks = Math.ceilDiv(count, size.bytes());
    int bound = Math.addExact(count, header.length + Lz4Block.LENGTH_BYTES * blocks + END_BYTES);
    ByteBuffer frame = ByteBuffer.allocate(bound).order(ByteOrder.LITTLE_ENDIAN).put(header);
    for (int from = 0; from < count; from += size.bytes()) {
      room.put(content, from, Math.min(size.bytes(), count - from), frame);
    }
    return frame.putInt(0).putInt(Lz4Library.checksum(content, 0, count)).flip();
  }

  @Override
  public void close() {}
}
