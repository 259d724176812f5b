package io.penstock.codecs.lz4;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;

/// The encoding of a block in a frame: its length, of which the highest bit marks a block that is
/// not compressed, and its bytes.
///
/// An object is the room in which a compressor makes blocks; it belongs to one thread at a time.
final class Lz4Block {
  static final int STORED = 0x80000000;
  static final int LENGTH_BYTES = 4;

  private final LZ4Compressor compressor;
  private byte[] scratch = {};

  Lz4Block(LZ4Compressor compressor) {
    this.compressor = compressor;
  }

  /// The most bytes that a block takes.
  static int bound(int count) {
    return Math.addExact(LENGTH_BYTES, count);
  }

  /// Compresses content to a block, or stores it where that would be as long.
  ///
  /// @param frame in little-endian order, with room for [#bound]
  void put(byte[] content, int from, int count, ByteBuffer frame) {
    int most = compressor.maxCompressedLength(count);
    if (scratch.length < most) {
      scratch = new byte[most];
    }
    int packed = compressor.compress(content, from, count, scratch, 0, most);
    if (packed < count) {
      frame.putInt(packed).put(scratch, 0, packed);
    } else {
      frame.putInt(count | STORED).put(content, from, count);
    }
  }
}
