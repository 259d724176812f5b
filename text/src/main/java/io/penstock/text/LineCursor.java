package io.penstock.text;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A cursor over the lines of a chunk, or over those that match a pattern: the kernel of all that
/// reads lines.
///
/// A line ends at a newline; a carriage return right before that belongs to the end. Belongs to one
/// thread.
final class LineCursor {
  private static final byte NEWLINE = '\n';

  private final @Nullable BytePattern pattern;
  private final List<? extends Predicate<? super ByteSlice>> tests;
  private final Line line = new Line();
  private final ByteSlice tested = new ByteSlice();
  private byte[] bytes = {};
  private int countedTo;
  private long counted;
  private int next;
  private int to;
  private long base;

  /// @param pattern of the lines that are shown; null for all
  LineCursor(@Nullable BytePattern pattern) {
    this.pattern = pattern;
    this.tests = pattern == null ? List.of() : pattern.tests();
  }

  /// Goes before the first line of a chunk.
  void start(Chunk chunk) {
    bytes = chunk.bytes();
    countedTo = chunk.from;
    counted = 0;
    next = chunk.from;
    to = chunk.to;
    base = chunk.offset - chunk.from;
  }

  /// Goes to the next line. If a test throws an exception, the cursor is at the line that the test
  /// was shown.
  ///
  /// @return whether there is one
  boolean next() {
    if (pattern != null) {
      return next(pattern);
    }
    if (next == to) {
      return false;
    }
    show(next, next);
    return true;
  }

  private boolean next(BytePattern wanted) {
    while (next < to) {
      int found = wanted.find(bytes, next, to);
      if (found == to) {
        next = to;
        return false;
      }
      show(ByteSearch.findLast(bytes, next, found, NEWLINE) + 1, found);
      if (passes()) {
        return true;
      }
    }
    return false;
  }

  private boolean passes() {
    for (Predicate<? super ByteSlice> test : tests) {
      if (!test.test(tested.set(line))) {
        return false;
      }
    }
    return true;
  }

  /// The line, until the next one: always the same object.
  Line line() {
    return line;
  }

  /// How many lines of the chunk precede the line.
  long preceding() {
    counted += ByteCounts.newlines(bytes, countedTo, line.from());
    countedTo = line.from();
    return counted;
  }

  /// Shows the line that begins at `start` and ends at or after `from`.
  private void show(int start, int from) {
    int end = ByteSearch.find(bytes, from, to, NEWLINE);
    next = Math.min(end + 1, to);
    boolean cr = end < to && end > start && bytes[end - 1] == '\r';
    line.set(bytes, start, cr ? end - 1 : end, next, base + start);
  }
}
