package io.penstock.text.utf8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Walks over the bytes of a segment, an array's range at a time. No sequence crosses from one
/// block to the next: one that a block would cut is left to the next one, whatever it turns out to
/// be.
final class SegmentBlocks {
  /// Small enough to stay in a processor's nearest caches between the copy and the look.
  static final int BLOCK = 16 << 10;

  /// So many bytes, and no more, a sequence has behind its first.
  private static final int MOST_BEHIND = 3;

  private final MemorySegment segment;
  private final byte[] bytes;

  /// Whether the array is that of the segment, and nothing is copied.
  private final boolean inPlace;

  private long offset;
  private int from;
  private int to;

  SegmentBlocks(MemorySegment segment) {
    this.segment = segment;
    this.inPlace = segment.heapBase().orElse(segment) instanceof byte[];
    this.bytes =
        segment.heapBase().orElse(segment) instanceof byte[] array
            ? array
            : new byte[(int) Math.min(BLOCK, segment.byteSize())];
  }

  /// Goes to the next block, the first one at first.
  ///
  /// @return whether there is one
  boolean next() {
    offset += to - from;
    long left = segment.byteSize() - offset;
    if (left == 0) {
      return false;
    }
    int count = (int) Math.min(left, BLOCK);
    if (inPlace) {
      from = (int) (segment.address() + offset);
    } else {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, bytes, 0, count);
    }
    to = from + (count == left ? count : whole(count));
    return true;
  }

  /// How many of the first bytes are there without a sequence that goes on behind them.
  private int whole(int count) {
    for (int behind = 0; behind < MOST_BEHIND; behind++) {
      byte b = bytes[from + count - 1 - behind];
      if (!Sequences.continues(b)) {
        return Sequences.nominalLength(b) > behind + 1 ? count - 1 - behind : count;
      }
    }
    return count;
  }

  /// Where the block lies.
  byte[] bytes() {
    return bytes;
  }

  /// Its first byte in the array.
  int from() {
    return from;
  }

  /// Behind its last byte in the array.
  int to() {
    return to;
  }

  /// Its first byte in the segment.
  long offset() {
    return offset;
  }
}
