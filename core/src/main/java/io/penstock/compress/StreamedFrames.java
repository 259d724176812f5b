package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;

/// Decompresses single frames as the archives that they are.
///
/// @param codec the format
record StreamedFrames(Codec codec, Limits limits) implements FrameDecoder {
  @Override
  public void decode(byte[] frame, byte[] content) throws IOException {
    try (InputStream in = codec.input(ArchiveInput.of(frame, "frame"), limits)) {
      int n = in.readNBytes(content, 0, content.length);
      if (n < content.length) {
        throw new IOException("holds %d bytes, not %d".formatted(n, content.length));
      }
      if (in.read() >= 0) {
        throw new IOException("holds more than the %d bytes that it should".formatted(n));
      }
    }
  }

  @Override
  public void close() {}
}
