package io.penstock.text;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/// A table of the number of newlines in each block of a text: two bytes for each, and eight for 64
/// of them.
///
/// Nothing else is needed to find a line: it begins behind the newline before it, and the block of
/// a newline with a given number is found by a binary search. Immutable.
final class LineTable {
  private static final int SEGMENT = 256 << 10;

  /// Processors copy fastest to where a page begins.
  private static final long PAGE = 4096;

  /// Blocks may have so many bytes, all of them newlines.
  static final int LONGEST_BLOCK = Character.MAX_VALUE;

  private static final int GROUP = 64;
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  final int blockBytes;
  final long size;

  /// Whether the last line has no newline.
  final boolean open;

  private final char[] counts;

  /// How many newlines there are before each group, and at last, in all.
  private final long[] before;

  /// @param size of the text
  /// @param open whether its last line has no newline
  /// @param counts is not copied
  LineTable(int blockBytes, long size, boolean open, char[] counts) {
    this.blockBytes = blockBytes;
    this.size = size;
    this.open = open;
    this.counts = counts;
    this.before = new long[blocksIn(counts.length, GROUP) + 1];
    long sum = 0;
    for (int i = 0; i < counts.length; i++) {
      if (i % GROUP == 0) {
        before[i / GROUP] = sum;
      }
      sum += counts[i];
    }
    before[before.length - 1] = sum;
  }

  /// A text without a byte.
  static LineTable empty(int blockBytes) {
    return new LineTable(blockBytes, 0, false, new char[0]);
  }

  /// Counts what this table does not know yet, in one pass that threads share.
  ///
  /// @param file of which this table describes the begin
  /// @param size of the file, at least that of this table
  LineTable extended(TextFile file, long size, IndexOptions options) throws IOException {
    int kept = (int) (this.size / blockBytes);
    char[] all = new char[blocksIn(size, blockBytes)];
    System.arraycopy(counts, 0, all, 0, kept);
    int segment = Math.max(1, SEGMENT / blockBytes) * blockBytes;
    AtomicLong next = new AtomicLong(offset(kept));
    new ParallelRegion() {
      @Override
      void work(int thread) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment memory = arena.allocate(segment, PAGE);
          for (long at = next.getAndAdd(segment);
              at < size && !stopped();
              at = next.getAndAdd(segment)) {
            int length = (int) Math.min(segment, size - at);
            file.read(at, memory, length);
            count(memory.asSlice(0, length), all, (int) (at / blockBytes));
            options.progress.accept(length);
          }
        }
      }
    }.run(Math.clamp(Math.ceilDiv(size - offset(kept), (long) segment), 1, options.threads));
    return new LineTable(blockBytes, size, isOpen(file, size), all);
  }

  private void count(MemorySegment bytes, char[] all, int first) {
    int block = first;
    for (long at = 0; at < bytes.byteSize(); at += blockBytes) {
      long length = Math.min(blockBytes, bytes.byteSize() - at);
      all[block++] = (char) ByteScan.newlines(bytes.asSlice(at, length));
    }
  }

  /// Whether a text ends in a line that has no newline.
  ///
  /// @param size of the text, which may be the begin of the file
  static boolean isOpen(TextFile file, long size) throws IOException {
    byte[] last = {'\n'};
    if (size > 0) {
      file.read(size - 1, last, 0, 1);
    }
    return last[0] != '\n';
  }

  /// How many blocks a text has.
  ///
  /// @throws IllegalArgumentException if these are more than an array can describe
  static int blocksIn(long size, int blockBytes) {
    long blocks = size / blockBytes + (size % blockBytes == 0 ? 0 : 1);
    if (blocks > LONGEST) {
      throw new IllegalArgumentException(
          "a text of "
              + size
              + " bytes; lines are found in up to "
              + ((long) LONGEST * blockBytes));
    }
    return (int) blocks;
  }

  /// Whether no block has more newlines than bytes, and the last line is open or not as that says.
  boolean isPossible() {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > length(i) - (open && i == counts.length - 1 ? 1 : 0)) {
        return false;
      }
    }
    return size == 0 ? !open : open || counts[counts.length - 1] > 0;
  }

  int blocks() {
    return counts.length;
  }

  long newlines() {
    return before[before.length - 1];
  }

  long lines() {
    return newlines() + (open ? 1 : 0);
  }

  /// How many newlines a block has.
  int count(int block) {
    return counts[block];
  }

  /// How many bytes a block has.
  int length(int block) {
    return (int) Math.min(blockBytes, size - offset(block));
  }

  /// Where a block begins in the text.
  long offset(int block) {
    return (long) block * blockBytes;
  }

  /// The block that has a newline.
  ///
  /// @param newline its number, from 1 to [#newlines]
  int block(long newline) {
    int block = group(newline) * GROUP;
    long left = newline - before[block / GROUP];
    while (left > counts[block]) {
      left -= counts[block++];
    }
    return block;
  }

  /// How many newlines precede a block.
  long before(int block) {
    long sum = before[block / GROUP];
    for (int i = block / GROUP * GROUP; i < block; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /// The last group before which there are fewer newlines.
  private int group(long newline) {
    int low = 0;
    int high = before.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (before[middle] < newline) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
