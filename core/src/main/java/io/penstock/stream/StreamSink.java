package io.penstock.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A block in front of an output stream.
///
/// Once the stream has failed, bytes are missing in the middle; whatever came later would be
/// garbage to a reader, so nothing more is written. While closed or failed the block is empty:
/// every call then leaves the fast path and meets the check.
final class StreamSink implements ByteSink {
  private final OutputStream out;
  private HeapBlock block;
  private int used;
  private long drained;
  private boolean closed;
  private @Nullable Throwable failure;

  StreamSink(OutputStream out, ByteOrder order, int size) {
    this.out = Objects.requireNonNull(out, "out");
    this.block = new HeapBlock(size, order);
  }

  @Override
  public ElementBlock block() {
    return block;
  }

  @Override
  public int claim(int count) throws IOException {
    if (block.size() - used < count) {
      drain();
    }
    int at = used;
    used += count;
    return at;
  }

  @Override
  public int room(int least) throws IOException {
    if (block.size() - used < least) {
      drain();
    }
    return block.size() - used;
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, source.length);
    requireWritable();
    if (count > block.size() - used) {
      drain();
    }
    if (count >= block.size()) {
      send(source, from, count);
    } else {
      block.put(used, source, from, count);
      used += count;
    }
  }

  @Override
  public long written() {
    return drained + used;
  }

  @Override
  public void flush() throws IOException {
    drain();
    try {
      out.flush();
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  /// Writes what is left and closes the stream, whether or not that succeeds.
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    try (out) {
      if (failure != null) {
        throw afterFailure(failure);
      }
      flush();
    } finally {
      closed = true;
      abandon();
    }
  }

  private void drain() throws IOException {
    requireWritable();
    if (used > 0) {
      send(block.bytes(), 0, used);
      used = 0;
    }
  }

  private void send(byte[] source, int from, int count) throws IOException {
    try {
      out.write(source, from, count);
      drained += count;
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private void fail(Throwable cause) {
    failure = cause;
    abandon();
  }

  private void abandon() {
    drained += used;
    used = 0;
    block = HeapBlock.EMPTY;
  }

  @Override
  public void requireWritable() throws IOException {
    if (closed) {
      throw new IOException("stream closed");
    }
    if (failure != null) {
      throw afterFailure(failure);
    }
  }

  private IOException afterFailure(Throwable first) {
    return new IOException(
        String.format(
            Locale.ROOT,
            "an earlier write failed and left a gap before byte %d of the stream; nothing more is written: %s",
            drained,
            first),
        first);
  }
}
