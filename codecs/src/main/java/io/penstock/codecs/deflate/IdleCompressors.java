package io.penstock.codecs.deflate;

import io.airlift.compress.v3.deflate.DeflateNativeCompressor;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Compressors of one level that nobody uses: as many as were in use at the same time.
///
/// Only the garbage collector frees them, which does not see that each has up to 270 KiB of native
/// memory: whoever compresses many small things would run out of it before the first collection.
/// Safe for any thread.
final class IdleCompressors {
  private final int level;
  private final Queue<DeflateNativeCompressor> idle = new ConcurrentLinkedQueue<>();

  IdleCompressors(int level) {
    this.level = level;
  }

  DeflateNativeCompressor take() {
    return Optional.ofNullable(idle.poll()).orElseGet(() -> new DeflateNativeCompressor(level));
  }

  void give(DeflateNativeCompressor compressor) {
    idle.add(compressor);
  }
}
