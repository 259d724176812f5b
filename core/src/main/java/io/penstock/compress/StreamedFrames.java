package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/// Decompresses single frames as the archives that they are.
///
/// @param codec the format
record StreamedFrames(Codec codec, Limits limits) implements FrameDecoder {
  @Override
  public void decode(byte[] frame, byte[] content) throws IOException {
    try (InputStream in = codec.input(ArchiveInput.of(frame, "frame"), limits)) {
      int n = in.readNBytes(content, 0, content.length);
      if (n < content.length) {
        throw new IOException(
            String.format(Locale.ROOT, "holds %d bytes, not %d", n, content.length));
      }
      if (in.read() >= 0) {
        throw new IOException(
            String.format(Locale.ROOT, "holds more than the %d bytes that it should", n));
      }
    }
  }

  @Override
  public void close() {}
}
