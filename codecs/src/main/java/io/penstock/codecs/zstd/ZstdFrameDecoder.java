package io.penstock.codecs.zstd;

import io.penstock.compress.FrameDecoder;
import java.io.IOException;
import java.util.Locale;

/// A decoder of frames in one step each, by a library.
abstract class ZstdFrameDecoder implements FrameDecoder {
  /// Decompresses a frame.
  ///
  /// @return how many bytes of content it has
  /// @throws IOException if its header is damaged
  /// @throws RuntimeException as the library says that it is damaged, or has more content
  abstract int decompress(byte[] frame, byte[] content) throws IOException;

  @Override
  public final void decode(byte[] frame, byte[] content) throws IOException {
    int n;
    try {
      n = decompress(frame, content);
    } catch (RuntimeException | IOException e) {
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
}
