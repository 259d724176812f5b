package io.penstock.stream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.Objects;

/// A block behind an input stream. While closed it is empty, so that every call meets the check.
final class StreamSource implements ByteSource {
  private final InputStream in;
  private HeapBlock block;
  private int position;
  private int limit;
  private boolean closed;

  StreamSource(InputStream in, ByteOrder order, int size) {
    this.in = Objects.requireNonNull(in, "in");
    this.block = new HeapBlock(size, order);
  }

  @Override
  public ElementBlock block() {
    return block;
  }

  /// The hint is of no use: a stream gives what it has.
  @Override
  public int ready(int least, long hint) throws IOException {
    return limit - position >= least ? limit - position : fill(least);
  }

  @Override
  public int taken(int count) {
    int at = position;
    position += count;
    return at;
  }

  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    requireReadable();
    if (position == limit && count >= block.size()) {
      return in.read(target, from, count);
    }
    if (position == limit && fill(1) == 0) {
      return -1;
    }
    int n = Math.min(count, limit - position);
    block.get(position, target, from, n);
    position += n;
    return n;
  }

  @Override
  public long skip(long count) throws IOException {
    requireReadable();
    if (count <= 0) {
      return 0;
    }
    if (position == limit) {
      return in.skip(count);
    }
    int n = (int) Math.min(count, limit - position);
    position += n;
    return n;
  }

  @Override
  public int available() throws IOException {
    requireReadable();
    return (int) Math.min(Integer.MAX_VALUE, (long) limit - position + in.available());
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    block = HeapBlock.EMPTY;
    position = 0;
    limit = 0;
    in.close();
  }

  private int fill(int least) throws IOException {
    requireReadable();
    if (block.size() - position < least || position == limit) {
      block.slide(position, limit - position);
      limit -= position;
      position = 0;
    }
    while (limit - position < least) {
      int n = in.read(block.bytes(), limit, block.size() - limit);
      if (n < 0) {
        break;
      }
      limit += n;
    }
    return limit - position;
  }

  @Override
  public void requireReadable() throws IOException {
    if (closed) {
      throw new IOException("stream closed");
    }
  }
}
