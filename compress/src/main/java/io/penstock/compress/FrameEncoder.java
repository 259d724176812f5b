package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;

/// A compressor of blocks, each to a frame that can be decompressed without the others.
///
/// Belongs to one thread at a time.
public interface FrameEncoder extends BlockEncoder {
  /// Compresses the first `count` bytes of `content` to one frame with a checksum.
  ///
  /// @return the frame, in an array that is not used again
  /// @throws IOException if the codec fails
  ByteBuffer encode(byte[] content, int count) throws IOException;

  @Override
  default ByteBuffer encode(byte[] before, byte[] block, int count) throws IOException {
    return encode(block, count);
  }
}
