package io.penstock.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;

/// Counts everything.
///
/// A word may go on from block to block, and would be counted in each: so it is remembered which
/// blocks begin and which end inside a word.
final class FullTally implements Tally<FullTally> {
  private final LineTally lines = new LineTally();
  private final BitSet beginInside = new BitSet();
  private final BitSet endInside = new BitSet();
  private long bytes;
  private long words;
  private long continuations;
  private byte[] copy = {};

  @Override
  public void add(long index, byte[] block, int length) {
    lines.add(index, block, length);
    bytes += length;
    words += ByteCounts.wordStarts(block, 0, length);
    continuations += ByteCounts.continuations(block, 0, length);
    int number = Math.toIntExact(index);
    beginInside.set(number, !ByteCounts.isSpace(block[0]));
    endInside.set(number + 1, !ByteCounts.isSpace(block[length - 1]));
  }

  @Override
  public void add(long index, MemorySegment block) {
    int length = (int) block.byteSize();
    if (copy.length < length) {
      copy = new byte[length];
    }
    MemorySegment.copy(block, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
    add(index, copy, length);
  }

  @Override
  public FullTally merge(FullTally other) {
    lines.merge(other.lines);
    beginInside.or(other.beginInside);
    endInside.or(other.endInside);
    bytes += other.bytes;
    words += other.words;
    continuations += other.continuations;
    return this;
  }

  TextCount count() {
    BitSet goesOn = (BitSet) beginInside.clone();
    goesOn.and(endInside);
    return new TextCount(
        bytes,
        lines.newlines(),
        lines.lines(),
        words - goesOn.cardinality(),
        bytes - continuations);
  }
}
