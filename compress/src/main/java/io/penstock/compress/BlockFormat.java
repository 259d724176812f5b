package io.penstock.compress;

import java.io.IOException;

/// A format that joins blocks, compressed in parallel, into one stream.
///
/// All methods but [#encoder()] are called by one thread at a time, in the order of the stream.
public interface BlockFormat {
  /// The bytes before the first block.
  default byte[] begin() {
    return new byte[0];
  }

  /// Whether blocks may repeat what is in the block before; otherwise encoders are given none.
  default boolean repeats() {
    return false;
  }

  /// A compressor; one is made for each thread.
  BlockEncoder encoder();

  /// Notes a block before it is compressed.
  ///
  /// @param block its first `count` bytes
  default void taking(byte[] block, int count) {}

  /// Notes a block that was written.
  ///
  /// @param content bytes that it holds
  /// @param packed bytes that it takes
  /// @throws IOException if the format has no room for more
  default void written(int content, int packed) throws IOException {}

  /// The bytes after the last block.
  byte[] end();
}
