package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/// One gzip member of blocks that are deflated side by side.
final class DeflateBlocks implements BlockFormat {
  private final DeflateLibrary library;
  private final int level;
  private final CRC32 crc = new CRC32();
  private long size;

  DeflateBlocks(DeflateLibrary library, int level) {
    this.library = library;
    this.level = level;
  }

  @Override
  public byte[] begin() {
    return GzipHeader.bytes(level, 0);
  }

  @Override
  public boolean repeats() {
    return true;
  }

  @Override
  public BlockEncoder encoder() {
    return library.encoder(level);
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
    return ByteBuffer.allocate(Deflation.LAST_BLOCK.length + GzipHeader.TRAILER_BYTES)
        .put(Deflation.LAST_BLOCK)
        .put(GzipHeader.trailer(crc.getValue(), size))
        .array();
  }
}
