package io.penstock.compress;

import java.util.zip.CRC32;

/// One gzip member of blocks that are deflated side by side.
final class DeflateBlocks implements BlockFormat {
  private final int level;
  private final CRC32 crc = new CRC32();
  private DeflateLibrary library = Zlib.LIBRARY;
  private long size;

  DeflateBlocks(int level) {
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
    if (size == 0) {
      library = Deflation.library(count); // before any other thread asks for an encoder
    }
    crc.update(block, 0, count);
    size += count;
  }

  @Override
  public void written(int content, int packed) {}

  @Override
  public byte[] end() {
    return GzipHeader.end(crc, size);
  }
}
