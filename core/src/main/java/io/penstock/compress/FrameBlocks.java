package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Independent frames with a table of them behind the last one.
final class FrameBlocks implements BlockFormat {
  private final Codec codec;
  private final int level;
  private final SeekTable.Builder table = new SeekTable.Builder();

  FrameBlocks(Codec codec, int level) {
    this.codec = codec;
    this.level = level;
  }

  @Override
  public byte[] begin() {
    return new byte[0];
  }

  @Override
  public BlockEncoder encoder() {
    FrameEncoder encoder = codec.encoder(level);
    return new BlockEncoder() {
      @Override
      public ByteBuffer encode(byte[] before, byte[] block, int count) throws IOException {
        return encoder.encode(block, count);
      }

      @Override
      public void close() {
        encoder.close();
      }
    };
  }

  @Override
  public void taking(byte[] block, int count) {}

  @Override
  public void written(int content, int packed) throws IOException {
    table.add(packed, content);
  }

  @Override
  public byte[] end() {
    return codec.asides().wrap(table.bytes());
  }
}
