package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Makes one gzip member of each block.
final class GzipMemberEncoder implements FrameEncoder {
  private final int level;
  private final Deflater deflater;

  GzipMemberEncoder(int level) {
    this.level = level;
    this.deflater = new Deflater(level, true);
  }

  @Override
  public ByteBuffer encode(byte[] content, int count) {
    CRC32 crc = new CRC32();
    crc.update(content, 0, count);
    deflater.reset();
    deflater.setInput(content, 0, count);
    deflater.finish();
    Deflating member = new Deflating(GzipHeader.bytes(level, 0), count);
    member.all(deflater, Deflater.NO_FLUSH);
    member.append(GzipHeader.trailer(crc.getValue(), count));
    return member.buffer();
  }

  @Override
  public void close() {
    deflater.end();
  }
}
