package io.penstock.compress;

import java.io.IOException;

/// A decompressor of frames whose sizes are known.
///
/// Belongs to one thread at a time.
public interface FrameDecoder extends AutoCloseable {
  /// Decompresses one frame.
  ///
  /// @param frame exactly the frame
  /// @param content is filled from its begin to its end
  /// @throws IOException if the frame is damaged, is not the whole of `frame`, or does not hold
  ///   exactly as many bytes as `content`; the message says which, but not where in a file
  void decode(byte[] frame, byte[] content) throws IOException;

  /// Releases its resources; does nothing unless overridden.
  @Override
  default void close() {}
}
