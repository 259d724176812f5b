package io.penstock.message.ranks;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// A segment's bytes as a stream.
final class SegmentInput extends InputStream {
  private final MemorySegment bytes;
  private long at;

  SegmentInput(MemorySegment bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read() {
    return at < bytes.byteSize() ? bytes.get(ValueLayout.JAVA_BYTE, at++) & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int from, int count) {
    Objects.checkFromIndexSize(from, count, target.length);
    int n = (int) Math.min(count, bytes.byteSize() - at);
    if (n == 0) {
      return count == 0 ? 0 : -1;
    }
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, target, from, n);
    at += n;
    return n;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, bytes.byteSize() - at);
  }
}
