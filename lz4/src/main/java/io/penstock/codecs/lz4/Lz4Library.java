package io.penstock.codecs.lz4;

import java.util.function.Supplier;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/// An access to lz4-java: its native code, or its safe Java where that cannot be loaded.
final class Lz4Library {
  /// From this level on the library searches long for matches.
  private static final int HIGH = 3;

  private static final LZ4Factory LZ4 = first(LZ4Factory::nativeInstance, LZ4Factory::safeInstance);
  private static final XXHashFactory HASHES =
      first(XXHashFactory::nativeInstance, XXHashFactory::safeInstance);

  private Lz4Library() {}

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
}
