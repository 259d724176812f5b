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
  /// What one call of native code is given: the JVM cannot stop its threads meanwhile, be it for
  /// the garbage collector. That is 2 ms at level 6.
  private static final int PIECE_BYTES = 256 << 10;

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
  public String toString() {
    return "deflate library libdeflate";
  }

  @Override
  public BlockEncoder encoder(int level) {
    Queue<DeflateNativeCompressor> idle = IDLE.get(level);
    DeflateNativeCompressor polled = idle.poll();
    DeflateNativeCompressor compressor = polled == null ? compressor(level) : polled;
    OpenEnd ends = new OpenEnd();
    return new BlockEncoder() {
      private boolean closed;

      @Override
      public ByteBuffer encode(byte[] before, byte[] block, int count) {
        if (closed) {
          throw new IllegalStateException("the encoder was closed");
        }
        return packed(compressor, ends, block, count);
      }

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          idle.add(compressor);
        }
      }
    };
  }

  private static DeflateNativeCompressor compressor(int level) {
    try {
      return new DeflateNativeCompressor(level);
    } catch (Error e) {
      throw told(e);
    }
  }

  /// What an error means: the library wraps that there is no memory for a compressor in one that
  /// says nothing.
  static Error told(Error e) {
    if (!(e.getCause() instanceof IllegalStateException)) {
      return e;
    }
    Error full = new OutOfMemoryError("no memory off the heap for a compressor of libdeflate");
    full.initCause(e);
    return full;
  }

  /// Compresses a block, piece by piece.
  private static ByteBuffer packed(
      DeflateNativeCompressor compressor, OpenEnd ends, byte[] block, int count) {
    byte[] packed = new byte[room(compressor, count)];
    int length = 0;
    try {
      for (int from = 0; from < count; from += PIECE_BYTES) {
        int n = Math.min(PIECE_BYTES, count - from);
        int room = packed.length - length;
        int end = length + compressor.compress(block, from, n, packed, length, room);
        length = ends.open(packed, length, end);
      }
    } finally {
      Reference.reachabilityFence(compressor); // its cleaner frees what the calls use
    }
    return ByteBuffer.wrap(packed, 0, length);
  }

  private static int room(DeflateNativeCompressor compressor, int count) {
    int pieces = Math.ceilDiv(count, PIECE_BYTES);
    int most = compressor.maxCompressedLength(Math.min(count, PIECE_BYTES)) + OpenEnd.MORE_BYTES;
    return Math.addExact(Math.multiplyExact(pieces, most), OpenEnd.SLACK_BYTES);
  }
}
