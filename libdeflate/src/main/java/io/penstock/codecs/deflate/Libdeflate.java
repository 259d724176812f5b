package io.penstock.codecs.deflate;

import io.airlift.compress.v3.deflate.DeflateNativeCompressor;
import io.penstock.compress.BlockEncoder;
import io.penstock.compress.DeflateLibrary;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// libdeflate: twice as fast as zlib, where its native code can be loaded.
///
/// It compresses whole buffers, so that no block repeats what stands before it.
public final class Libdeflate implements DeflateLibrary {
  /// The idle compressors of each level: as many as were in use at the same time.
  ///
  /// Only the garbage collector frees a compressor, and it does not see that each has up to 270 KiB
  /// of native memory: a program that compresses many small things would run out of it before the
  /// first collection.
  private static final List<Queue<DeflateNativeCompressor>> IDLE =
      Stream.<Queue<DeflateNativeCompressor>>generate(ConcurrentLinkedQueue::new)
          .limit(10)
          .toList();

  /// Makes one, for the service loader; all are equal.
  public Libdeflate() {}

  @Override
  public boolean available() {
    return DeflateNativeCompressor.isEnabled();
  }

  @Override
  public BlockEncoder encoder(int level) {
    return new LibdeflateBlocks(level);
  }

  /// A compressor of blocks, piece by piece.
  private static final class LibdeflateBlocks implements BlockEncoder {
    /// What one call of native code is given: the JVM cannot stop its threads meanwhile, be it for
    /// the garbage collector. That is 2 ms at level 6.
    private static final int PIECE_BYTES = 256 << 10;

    private final Queue<DeflateNativeCompressor> idle;
    private final DeflateNativeCompressor compressor;
    private final OpenEnd ends = new OpenEnd();
    private boolean closed;

    LibdeflateBlocks(int level) {
      idle = IDLE.get(level);
      DeflateNativeCompressor polled = idle.poll();
      compressor = polled == null ? new DeflateNativeCompressor(level) : polled;
    }

    @Override
    public ByteBuffer encode(byte[] before, byte[] block, int count) {
      if (closed) {
        throw new IllegalStateException("the encoder was closed");
      }
      byte[] packed = new byte[room(count)];
      int length = 0;
      for (int from = 0; from < count; from += PIECE_BYTES) {
        int n = Math.min(PIECE_BYTES, count - from);
        length = ends.open(packed, length, compress(block, from, n, packed, length));
      }
      return ByteBuffer.wrap(packed, 0, length);
    }

    /// @return where the compressed bytes end
    private int compress(byte[] block, int from, int count, byte[] packed, int at) {
      try {
        return at + compressor.compress(block, from, count, packed, at, packed.length - at);
      } finally {
        Reference.reachabilityFence(compressor); // its cleaner frees what the call uses
      }
    }

    private int room(int count) {
      int pieces = Math.ceilDiv(count, PIECE_BYTES);
      int most = compressor.maxCompressedLength(Math.min(count, PIECE_BYTES)) + OpenEnd.MORE_BYTES;
      return Math.addExact(Math.multiplyExact(pieces, most), OpenEnd.SLACK_BYTES);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        idle.add(compressor);
      }
    }
  }
}
