package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/// Makes one gzip member of each block.
final class GzipMemberEncoder implements FrameEncoder {
  private static final byte[] NOTHING = {};

  private final int level;
  private final BlockEncoder encoder;

  GzipMemberEncoder(DeflateLibrary library, int level) {
    this.level = level;
    this.encoder = library.encoder(level);
  }

  @Override
  public ByteBuffer encode(byte[] content, int count) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content, 0, count);
    byte[] begin = GzipHeader.bytes(level, 0);
    ByteBuffer block = encoder.encode(NOTHING, content, count);
    byte[] end = GzipHeader.end(crc, count);
    return ByteBuffer.allocate(begin.length + block.remaining() + end.length)
        .put(begin)
        .put(block)
        .put(end)
        .flip();
  }

  @Override
  public void close() {
    encoder.close();
  }
}
