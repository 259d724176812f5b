package io.penstock.tree.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/// A file in the cache's memory.
final class MemoryFile implements CachedFile {
  private final Contents contents;
  private final AtomicBoolean closed = new AtomicBoolean();

  /// Takes over one use of the contents.
  MemoryFile(Contents contents) {
    this.contents = contents;
  }

  @Override
  public long size() {
    return contents.stamp().size();
  }

  @Override
  public Instant modified() {
    return contents.stamp().modified();
  }

  @Override
  public boolean inMemory() {
    return true;
  }

  @Override
  public long writeTo(WritableByteChannel out, long offset, long count) throws IOException {
    ByteBuffer bytes = bytes(offset, count);
    while (bytes.hasRemaining() && out.write(bytes) > 0) {
      // a blocking channel takes all, in as many calls as it likes
    }
    return bytes.position();
  }

  @Override
  public long writeTo(GatheringByteChannel out, ByteBuffer head, long offset, long count)
      throws IOException {
    ByteBuffer bytes = bytes(offset, count);
    ByteBuffer[] both = {head, bytes};
    while ((head.hasRemaining() || bytes.hasRemaining()) && out.write(both) > 0) {
      // a blocking channel takes all, in as many calls as it likes
    }
    return bytes.position();
  }

  private ByteBuffer bytes(long offset, long count) {
    Objects.checkFromIndexSize(offset, count, size());
    if (closed.get()) {
      throw new IllegalStateException("the cached file was closed");
    }
    return contents.bytes((int) offset, (int) count);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      contents.release();
    }
  }
}
