package io.penstock.message;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// Bytes of a segment as a stream.
final class SegmentInput extends InputStream {
  private final MemorySegment memory;
  private final long end;
  private long at;

  SegmentInput(MemorySegment memory, long from, long bytes) {
    this.memory = memory;
    this.at = from;
    this.end = from + bytes;
  }

  long left() {
    return end - at;
  }

  @Override
  public int read() {
    return at == end ? -1 : memory.get(ValueLayout.JAVA_BYTE, at++) & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int count) {
    Objects.checkFromIndexSize(from, count, target.length);
    int some = (int) Math.min(count, left());
    if (some == 0 && count > 0) {
      return -1;
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, target, from, some);
    at += some;
    return some;
  }

  @Override
  public long skip(long count) {
    long some = Math.clamp(count, 0, left());
    at += some;
    return some;
  }

  @Override
  public int available() {
    return (int) Math.min(left(), Integer.MAX_VALUE);
  }
}
