package io.penstock.text;

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

  @Override
  public void add(TextBlock block) {
    lines.add(block);
    bytes += block.length();
    words += ByteCounts.wordStarts(block.bytes(), 0, block.length());
    continuations += ByteCounts.continuations(block.bytes(), 0, block.length());
    int index = Math.toIntExact(block.index);
    beginInside.set(index, !ByteCounts.isSpace(block.first()));
    endInside.set(index + 1, !ByteCounts.isSpace(block.last()));
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
