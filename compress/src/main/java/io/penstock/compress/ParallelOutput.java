package io.penstock.compress;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Callable;

/// A stream that compresses what is written to it, block by block, on several threads.
///
/// After a failure nothing more is written, and the archive has no valid end. Belongs to one thread
/// at a time.
public final class ParallelOutput extends OutputStream {
  private static final byte[] NONE = {};

  /// Of a block there are its content, room to compress it, and what came out.
  private static final int HELD = 3;

  private final OutputStream out;
  private final BlockFormat format;
  private final int blockBytes;
  private final InOrder<ByteBuffer> order;
  private final Deque<BlockEncoder> encoders = new ArrayDeque<>();
  private byte[] before = NONE;
  private byte[] block = NONE;
  private int filled;

  /// Bytes of content that were passed to be compressed, and those that were written. All blocks
  /// but the last one are full.
  private long passed;

  private long written;

  private boolean empty = true;
  private boolean broken;
  private boolean closed;

  /// Begins a stream.
  ///
  /// @param blockBytes content of each block but the last
  /// @param threads that compress at the same time; 1 is the caller's
  /// @throws IOException if `out` fails
  public ParallelOutput(OutputStream out, BlockFormat format, int blockBytes, int threads)
      throws IOException {
    this.out = out;
    this.format = format;
    this.blockBytes = blockBytes;
    // No lambdas: a fresh JVM would take longer for the first one than for a short archive.
    this.order =
        new InOrder<>(threads, InOrder.mostAhead(threads, blockBytes), Long.MAX_VALUE) {
          @Override
          void take(ByteBuffer packed) throws IOException {
            put(packed);
          }
        };
    out.write(format.begin());
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, bytes.length);
    requireOpen();
    for (int done = 0; done < count; ) {
      if (block.length == 0) {
        block = new byte[blockBytes];
      }
      int n = Math.min(count - done, blockBytes - filled);
      System.arraycopy(bytes, from + done, block, filled, n);
      filled += n;
      done += n;
      if (filled == blockBytes) {
        pass(false);
      }
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the archive is closed");
    }
    if (broken) {
      throw new IOException("the archive is not complete: an earlier block could not be written");
    }
  }

  /// Compresses what has been filled.
  ///
  /// @param last whether nothing follows, so that no other block keeps a thread busy
  private void pass(boolean last) throws IOException {
    byte[] previous = before;
    byte[] current = block;
    int count = filled;
    before = format.repeats() ? current : NONE;
    block = NONE;
    filled = 0;
    broken = true; // unless it goes well
    empty = false;
    format.taking(current, count);
    passed += count;
    Callable<ByteBuffer> task =
        new Callable<>() {
          @Override
          public ByteBuffer call() throws IOException {
            return pack(previous, current, count);
          }
        };
    if (last && order.isIdle()) {
      order.run(task);
    } else {
      order.add((long) HELD * count, task);
    }
    broken = false;
  }

  private ByteBuffer pack(byte[] previous, byte[] current, int count) throws IOException {
    BlockEncoder kept;
    synchronized (encoders) {
      kept = encoders.poll();
    }
    BlockEncoder encoder = kept == null ? format.encoder() : kept;
    try {
      return encoder.encode(previous, current, count);
    } finally {
      synchronized (encoders) {
        encoders.push(encoder);
      }
    }
  }

  private void put(ByteBuffer packed) throws IOException {
    int length = packed.remaining();
    int content = (int) Math.min(blockBytes, passed - written);
    out.write(packed.array(), packed.arrayOffset() + packed.position(), length);
    format.written(content, length);
    written += content;
  }

  /// Does nothing: a block is compressed when it is full.
  @Override
  public void flush() {}

  /// Ends the archive and closes what it is written to. Closing twice does nothing.
  ///
  /// @throws IOException if that fails, or an earlier block had failed
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    try (OutputStream _ = out) {
      requireOpen();
      if (filled > 0 || empty) {
        pass(true);
      }
      order.finish();
      out.write(format.end());
    } finally {
      closed = true;
      order.close();
      closeEncoders();
    }
  }

  /// No thread has one any more.
  private void closeEncoders() {
    synchronized (encoders) {
      while (!encoders.isEmpty()) {
        encoders.pop().close();
      }
    }
  }
}
