package io.penstock.message;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A list of segments of the user's that are sent from where they lie, each with its position in
/// the static section.
final class Lent {
  private MemorySegment[] segments = new MemorySegment[4];
  private long[] positions = new long[4];
  private int count;
  private long bytes;

  void add(MemorySegment segment, long position) {
    if (count == positions.length) {
      segments = Arrays.copyOf(segments, 2 * count);
      positions = Arrays.copyOf(positions, 2 * count);
    }
    segments[count] = segment;
    positions[count] = position;
    count++;
    bytes += segment.byteSize();
  }

  int count() {
    return count;
  }

  /// All of them together.
  long bytes() {
    return bytes;
  }

  MemorySegment segment(int i) {
    return segments[i];
  }

  /// After how many bytes that were not lent.
  long position(int i) {
    return positions[i];
  }

  boolean standsAt(int i, long position) {
    return i < count && positions[i] == position;
  }

  void clear() {
    Arrays.fill(segments, 0, count, MemorySegment.NULL);
    count = 0;
    bytes = 0;
  }
}
