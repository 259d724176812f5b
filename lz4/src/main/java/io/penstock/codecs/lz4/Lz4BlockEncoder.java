package io.penstock.codecs.lz4;

import io.penstock.compress.BlockEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;

/// A compressor of the blocks of a frame. A block is its length, of which the highest bit marks one
/// that is not compressed, and its bytes.
///
/// Belongs to one thread at a time.
final class Lz4BlockEncoder implements BlockEncoder {
  static final int STORED = 0x80000000;
  static final int LENGTH_BYTES = 4;

  private final LZ4Compressor compressor;
  private byte[] scratch = {};

  Lz4BlockEncoder(int level) {
    compressor = Lz4Library.compressor(level);
  }

  @Override
  public ByteBuffer encode(byte[] before, byte[] block, int count) {
    ByteBuffer packed =
        ByteBuffer.allocate(Math.addExact(LENGTH_BYTES, count)).order(ByteOrder.LITTLE_ENDIAN);
    if (count > 0) {
      put(block, 0, count, packed);
    }
    return packed.flip();
  }

  /// Compresses content to a block, or stores it where that would be as long.
  ///
  /// @param frame in little-endian order, with room for [#LENGTH_BYTES] and the content
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
