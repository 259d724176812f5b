package io.penstock.compress;

import java.io.IOException;

/// A format that joins blocks, compressed side by side, to one stream.
///
/// All but [#encoder()] is called by one thread at a time, in the order of the stream.
public interface BlockFormat {
  /// What comes before the first block.
  byte[] begin();

  /// Whether blocks may repeat what is in the block before; otherwise encoders are given none.
  default boolean repeats() {
    return false;
  }

  /// A compressor; one is made for each thread.
  BlockEncoder encoder();

  /// Notes a block before it is compressed.
  ///
  /// @param block its first `count` bytes
  void taking(byte[] block, int count);

  /// Notes a block that was written.
  ///
  /// @param content bytes that it holds
  /// @param packed bytes that it takes
  /// @throws IOException if the format has no room for more
  void written(int content, int packed) throws IOException;

  /// What comes after the last block.
  byte[] end();
}
