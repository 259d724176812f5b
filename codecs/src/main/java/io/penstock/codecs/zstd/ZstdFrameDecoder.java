package io.penstock.codecs.zstd;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.penstock.compress.FrameDecoder;
import java.io.IOException;
import java.util.Locale;

/// Decompresses frames in one step each.
final class ZstdFrameDecoder implements FrameDecoder {
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();

  @Override
  public void decode(byte[] frame, byte[] content) throws IOException {
    int n;
    try {
      n = context.decompressByteArray(content, 0, content.length, frame, 0, frame.length);
    } catch (ZstdException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "is damaged, or does not hold %d bytes: %s",
              content.length,
              e.getMessage()),
          e);
    }
    if (n != content.length) {
      throw new IOException(
          String.format(Locale.ROOT, "holds %d bytes, not %d", n, content.length));
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
