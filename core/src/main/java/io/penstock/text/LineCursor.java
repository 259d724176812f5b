package io.penstock.text;

/// Walks over lines of a chunk: the kernel of all that reads lines.
///
/// A line ends at a newline; a carriage return right before that belongs to the end. Belongs to one
/// thread.
abstract sealed class LineCursor permits LineCursor.OfAll, LineCursor.OfMatching {
  private static final byte NEWLINE = '\n';

  private final Line line = new Line();
  private byte[] bytes = {};
  private int countedTo;
  private long counted;
  private int next;
  private int to;
  private long base;

  /// Goes before the first line of a chunk.
  final void start(Chunk chunk) {
    bytes = chunk.bytes();
    countedTo = chunk.from;
    counted = 0;
    next = chunk.from;
    to = chunk.to;
    base = chunk.offset - chunk.from;
  }

  /// Goes to the next line.
  ///
  /// @return whether there is one
  abstract boolean next();

  /// The line, until the next one: always the same object.
  final Line line() {
    return line;
  }

  /// How many lines of the chunk precede the line.
  final long preceding() {
    counted += ByteCounts.newlines(bytes, countedTo, line.from());
    countedTo = line.from();
    return counted;
  }

  /// Shows the line that begins at `start` and ends at or after `from`.
  private void show(int start, int from) {
    int end = ByteSearch.find(bytes, from, to, NEWLINE);
    next = Math.min(end + 1, to);
    line.set(bytes, start, textEnd(bytes, start, end, to), next, base + start);
  }

  /// Where the text of a line ends whose newline is at `end`, or that nothing ends if that is `to`.
  static int textEnd(byte[] bytes, int start, int end, int to) {
    return end < to && end > start && bytes[end - 1] == '\r' ? end - 1 : end;
  }

  /// Every line.
  static final class OfAll extends LineCursor {
    @Override
    boolean next() {
      if (super.next == super.to) {
        return false;
      }
      super.show(super.next, super.next);
      return true;
    }
  }

  /// Lines in which something is found.
  static final class OfMatching extends LineCursor {
    private final LineSearch search;

    OfMatching(LineSearch search) {
      this.search = search;
    }

    @Override
    boolean next() {
      int found = find();
      if (found == super.to) {
        super.next = super.to;
        return false;
      }
      int start = ByteSearch.findLast(super.bytes, super.next, found, NEWLINE) + 1;
      super.show(start, found);
      return true;
    }

    /// Shows the line that cannot be tested: whoever reports it asks for its number and offset.
    private int find() {
      try {
        return search.find(super.bytes, super.next, super.to);
      } catch (BytePattern.UntestedLineException e) {
        super.show(e.start, e.start);
        throw e.reason;
      }
    }
  }
}
