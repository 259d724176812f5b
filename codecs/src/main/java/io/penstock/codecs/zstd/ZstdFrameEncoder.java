package io.penstock.codecs.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import io.penstock.compress.FrameEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Makes frames with their length and a checksum.
final class ZstdFrameEncoder implements FrameEncoder {
  private final ZstdCompressCtx context = new ZstdCompressCtx();

  ZstdFrameEncoder(int level) {
    ZstdCompressCtx _ = context.setLevel(level).setChecksum(true);
  }

  @Override
  public ByteBuffer encode(byte[] content, int count) throws IOException {
    byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(count))];
    try {
      int n = context.compressByteArray(frame, 0, frame.length, content, 0, count);
      return ByteBuffer.wrap(frame, 0, n);
    } catch (ZstdException e) {
      throw new IOException("zstd cannot compress a frame: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
