package io.penstock.codecs.lz4;

import io.penstock.compress.BlockEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/// A compressor of the blocks of a frame by lz4-java: its native code, or its safe Java where that
/// cannot be loaded. A block is its length, of which the highest bit marks one that is not
/// compressed, and its bytes.
///
/// Belongs to one thread at a time. The static methods give the library's decompressor and
/// checksums.
final class Lz4Blocks implements BlockEncoder {
  /// In the length of a block: it is not compressed.
  static final int STORED = 0x80000000;

  /// Bytes of a block's length.
  static final int LENGTH_BYTES = 4;

  /// From this level on the library searches long for matches.
  private static final int HIGH = 3;

  private static final LZ4Factory LZ4 = first(LZ4Factory::nativeInstance, LZ4Factory::safeInstance);
  private static final XXHashFactory HASHES =
      first(XXHashFactory::nativeInstance, XXHashFactory::safeInstance);

  private final LZ4Compressor compressor;
  private byte[] scratch = {};

  Lz4Blocks(int level) {
    compressor = compressor(level);
  }

  private static <T> T first(Supplier<T> fast, Supplier<T> safe) {
    try {
      return fast.get();
    } catch (LinkageError | RuntimeException _) { // as the library throws, whatever the cause
      return safe.get();
    }
  }

  static LZ4Compressor compressor(int level) {
    return level < HIGH ? LZ4.fastCompressor() : LZ4.highCompressor(level);
  }

  static LZ4SafeDecompressor decompressor() {
    return LZ4.safeDecompressor();
  }

  /// The format's checksum, which begins with 0.
  static StreamingXXHash32 checksum() {
    return HASHES.newStreamingHash32(0);
  }

  static int checksum(byte[] bytes, int from, int count) {
    return HASHES.hash32().hash(bytes, from, count, 0);
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
