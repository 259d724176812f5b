package io.penstock.text;

import io.penstock.text.BytePattern.LineTest;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A chunk of a text, and a cursor over its lines, or over those that match a pattern: the kernel
/// of all that reads lines.
///
/// A line ends at a newline; a carriage return right before that belongs to the end. Belongs to one
/// thread.
final class LineCursor {
  private static final byte NEWLINE = '\n';

  /// No array is longer.
  private static final int MOST_ROOM = Integer.MAX_VALUE - 8;

  private final @Nullable BytePattern pattern;
  private final @Nullable LineTest test;
  private final Line line = new Line();
  private final String name;
  private final int longest;

  /// Whole lines with their terminators lie from `from` to `to`; the last one of the text may have
  /// none.
  private byte[] bytes = {};

  int from;
  int to;

  /// Where `from` lies in the text.
  long offset;

  /// Counts from 0 in the order of the text.
  long index;

  private int countedTo;
  private long counted;
  private int next;
  private long base;

  LineCursor(Lines lines) {
    this.name = lines.name;
    this.longest = lines.longestLine;
    this.pattern = lines.pattern;
    this.test = pattern == null ? null : pattern.test();
  }

  // ---- the chunk -------------------------------------------------------------------------------

  /// Takes memory for a chunk, which is filled again and again: the thread that will use it does
  /// so.
  LineCursor withChunk(int chunkBytes) {
    bytes = new byte[1 + chunkBytes + ChunkSource.OVERRUN];
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  int room() {
    return bytes.length;
  }

  /// Makes room for a line that has not ended yet; keeps what there is.
  ///
  /// @param lineOffset where the line begins in the text
  /// @param lineFrom where it begins here
  /// @throws LongLineException if it is too long, or there is no memory for it
  void grow(long lineOffset, int lineFrom) throws IOException {
    if (bytes.length - lineFrom > longest + 1L) { // the last one may be a carriage return
      throw new LongLineException(name, lineOffset, longest);
    }
    if (bytes.length == MOST_ROOM) { // the line begins near the end of a chunk of a GiB
      throw new LongLineException(name, lineOffset, (long) MOST_ROOM - lineFrom);
    }
    try {
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, MOST_ROOM));
    } catch (OutOfMemoryError e) {
      throw LongLineException.withoutMemory(name, lineOffset, bytes.length - lineFrom, e);
    }
  }

  /// Leaves it without lines.
  void clear() {
    from = to;
    next = to;
  }

  /// How many lines the chunk has that have an end.
  long newlines() {
    return ByteScan.newlines(bytes, from, to);
  }

  // ---- its lines -------------------------------------------------------------------------------

  /// Goes before the first line, when a chunk has been filled.
  void start() {
    countedTo = from;
    counted = 0;
    next = from;
    base = offset - from;
  }

  /// Goes to the next line. If a test throws an exception, the cursor is at the line that the test
  /// was shown.
  ///
  /// @return whether there is one
  /// @throws LongLineException if it is too long; the cursor is at it
  boolean next() throws LongLineException {
    if (pattern != null && test != null) {
      return next(pattern, test);
    }
    if (next == to) {
      return false;
    }
    show(next, next);
    return true;
  }

  private boolean next(BytePattern wanted, LineTest passed) throws LongLineException {
    while (next < to) {
      int found = wanted.find(bytes, next, to);
      if (found == to) {
        next = to;
        return false;
      }
      show(ByteScan.findLast(bytes, next, found, NEWLINE) + 1, found);
      if (passed.passes(line)) {
        return true;
      }
    }
    return false;
  }

  /// The line, until the next one: always the same object.
  Line line() {
    return line;
  }

  /// How many lines of the chunk precede the line.
  long preceding() {
    counted += ByteScan.newlines(bytes, countedTo, line.from());
    countedTo = line.from();
    return counted;
  }

  /// Shows the line that begins at `start` and ends at or after `within`.
  private void show(int start, int within) throws LongLineException {
    int end = ByteScan.find(bytes, within, to, NEWLINE);
    next = Math.min(end + 1, to);
    boolean cr = end < to && end > start && bytes[end - 1] == '\r';
    line.set(bytes, start, cr ? end - 1 : end, next, base + start);
    if (line.length() > longest) {
      throw new LongLineException(name, line.offset(), longest);
    }
  }
}
