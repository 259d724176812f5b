package io.penstock.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Counts lines.
final class LineTally implements Tally<LineTally> {
  private long newlines;
  private long lastBlock = -1;
  private boolean endsOpen;

  @Override
  public void add(long index, byte[] bytes, int length) {
    newlines += ByteCounts.newlines(bytes, 0, length);
    end(index, bytes[length - 1] != '\n');
  }

  /// Counts a block that lies in words, as long as [ByteCounts#isEarly].
  ///
  /// @param words in native order; zeros follow the last byte
  /// @param length in bytes, at least 1
  void add(long index, long[] words, int length) {
    newlines += ByteCounts.newlinesEarly(words, length);
    end(index, ByteCounts.byteAt(words, length - 1) != '\n');
  }

  @Override
  public void add(long index, MemorySegment bytes) {
    newlines += ByteCounts.newlines(bytes);
    end(index, bytes.get(ValueLayout.JAVA_BYTE, bytes.byteSize() - 1) != '\n');
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
