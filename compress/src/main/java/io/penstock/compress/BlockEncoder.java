package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;

/// A compressor of the blocks of one stream. Belongs to one thread at a time.
public interface BlockEncoder extends AutoCloseable {
  /// Compresses one block.
  ///
  /// @param before the whole block before; empty for the first one, and where the format does not
  ///   say that blocks repeat it
  /// @param block its first `count` bytes are to be compressed
  /// @return the compressed block, in an array that is not used again
  /// @throws IOException if the codec fails
  ByteBuffer encode(byte[] before, byte[] block, int count) throws IOException;

  /// Releases its resources; does nothing unless overridden.
  @Override
  default void close() {}
}
