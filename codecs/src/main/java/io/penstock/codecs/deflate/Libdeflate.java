package io.penstock.codecs.deflate;

import io.airlift.compress.v3.deflate.DeflateNativeCompressor;
import io.penstock.compress.BlockEncoder;
import io.penstock.compress.DeflateLibrary;
import java.util.List;
import java.util.stream.IntStream;

/// libdeflate: twice as fast as zlib, where its native code can be loaded.
///
/// It compresses whole buffers, so that no block repeats what stands before it.
public final class Libdeflate implements DeflateLibrary {
  private static final List<IdleCompressors> LEVELS =
      IntStream.rangeClosed(0, 9).mapToObj(IdleCompressors::new).toList();

  /// Makes one, for the service loader; all are equal.
  public Libdeflate() {}

  @Override
  public boolean available() {
    return DeflateNativeCompressor.isEnabled();
  }

  @Override
  public BlockEncoder encoder(int level) {
    return new LibdeflateBlocks(LEVELS.get(level));
  }
}
