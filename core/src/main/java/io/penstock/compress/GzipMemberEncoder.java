package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Makes one gzip member of each block.
final class GzipMemberEncoder implements FrameEncoder {
  private static final byte[] NOTHING = {};

  private final DeflateLibrary library;
  private final int level;
  private final BlockEncoder encoder;

  GzipMemberEncoder(DeflateLibrary library, int level) {
    this.library = library;
    this.level = level;
    this.encoder = library.encoder(level);
  }

  @Override
  public ByteBuffer encode(byte[] content, int count) throws IOException {
    DeflateBlocks member = new DeflateBlocks(library, level);
    byte[] begin = member.begin();
    member.taking(content, count);
    ByteBuffer block = encoder.encode(NOTHING, content, count);
    byte[] end = member.end();
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
