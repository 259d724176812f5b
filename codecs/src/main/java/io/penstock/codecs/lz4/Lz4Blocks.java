package io.penstock.codecs.lz4;

import io.penstock.compress.BlockEncoder;
import io.penstock.compress.BlockFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import net.jpountz.xxhash.StreamingXXHash32;

/// One frame of independent blocks.
final class Lz4Blocks implements BlockFormat {
  private static final int END_BYTES = 8;

  private final int level;
  private final StreamingXXHash32 checksum = Lz4Library.checksum();

  Lz4Blocks(int level) {
    this.level = level;
  }

  @Override
  public byte[] begin() {
    return new Lz4Header(BlockSize.LARGEST, false, false, true, OptionalLong.empty()).bytes();
  }

  @Override
  public BlockEncoder encoder() {
    return new Encoder(new Lz4Block(Lz4Library.compressor(level)));
  }

  @Override
  public void taking(byte[] block, int count) {
    checksum.update(block, 0, count);
  }

  @Override
  public void written(int content, int packed) {}

  @Override
  public byte[] end() {
    int value = checksum.getValue();
    checksum.close();
    return ByteBuffer.allocate(END_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0)
        .putInt(value)
        .array();
  }

  private record Encoder(Lz4Block room) implements BlockEncoder {
    @Override
    public ByteBuffer encode(byte[] before, byte[] block, int count) {
      ByteBuffer packed = ByteBuffer.allocate(Lz4Block.bound(count)).order(ByteOrder.LITTLE_ENDIAN);
      if (count > 0) {
        room.put(block, 0, count, packed);
      }
      return packed.flip();
    }

    @Override
    public void close() {}
  }
}
