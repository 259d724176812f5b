package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// One gzip member of blocks that are deflated side by side, as pigz does it: each knows the 32 KiB
/// before it and ends at a whole byte.
final class DeflateBlocks implements BlockFormat {
  private static final int WINDOW = 32 << 10;
  private static final byte[] NO_HEADER = {};

  /// The last block of every member: one without content.
  private static final byte[] LAST = {3, 0};

  private final int level;
  private final CRC32 crc = new CRC32();
  private long size;

  DeflateBlocks(int level) {
    this.level = level;
  }

  @Override
  public byte[] begin() {
    return GzipHeader.bytes(level, 0);
  }

  @Override
  public BlockEncoder encoder() {
    return new Encoder(new Deflater(level, true));
  }

  @Override
  public void taking(byte[] block, int count) {
    crc.update(block, 0, count);
    size += count;
  }

  @Override
  public void written(int content, int packed) {}

  @Override
  public byte[] end() {
    return ByteBuffer.allocate(LAST.length + GzipHeader.TRAILER_BYTES)
        .put(LAST)
        .put(GzipHeader.trailer(crc.getValue(), size))
        .array();
  }

  private record Encoder(Deflater deflater) implements BlockEncoder {
    @Override
    public ByteBuffer encode(byte[] before, byte[] block, int count) {
      Deflating deflated = new Deflating(NO_HEADER, count);
      if (count > 0) {
        deflater.reset();
        int known = Math.min(WINDOW, before.length);
        if (known > 0) {
          deflater.setDictionary(before, before.length - known, known);
        }
        deflater.setInput(block, 0, count);
        deflated.all(deflater, Deflater.SYNC_FLUSH);
      }
      return deflated.buffer();
    }

    @Override
    public void close() {
      deflater.end();
    }
  }
}
