package io.penstock.text;

/// Counts lines.
final class LineTally implements Tally<LineTally> {
  private long newlines;
  private long lastBlock = -1;
  private boolean endsOpen;

  @Override
  public void add(TextBlock block) {
    newlines += ByteCounts.newlines(block.bytes(), 0, block.length());
    end(block.index, block.last() != '\n');
  }

  private void end(long index, boolean open) {
    if (index > lastBlock) {
      lastBlock = index;
      endsOpen = open;
    }
  }

  @Override
  public LineTally merge(LineTally other) {
    newlines += other.newlines;
    end(other.lastBlock, other.endsOpen);
    return this;
  }

  long newlines() {
    return newlines;
  }

  /// What follows the last newline is a line as well.
  long lines() {
    return endsOpen ? newlines + 1 : newlines;
  }
}
