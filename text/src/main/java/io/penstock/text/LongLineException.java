package io.penstock.text;

import java.io.IOException;
import java.io.Serial;
import java.util.Locale;

/// Thrown when a line is longer than [Lines#withLongestLine] allows, or than memory has room for.
public final class LongLineException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final long offset;

  /// @param name of the file
  LongLineException(String name, long offset, long longest) {
    this(
        name,
        offset,
        longest,
        "; allow longer ones, or count and find lines by what needs none in memory");
  }

  private LongLineException(String name, long offset, long bytes, String end) {
    super(
        String.format(
            Locale.ROOT,
            "%s: the line that begins at byte %d has more than %d bytes%s",
            name,
            offset,
            bytes,
            end));
    this.offset = offset;
  }

  /// A line that may be so long, but does not fit into the heap.
  ///
  /// @param name of the file
  /// @param bytes that fitted
  static LongLineException withoutMemory(String name, long offset, long bytes, Error reason) {
    LongLineException told =
        new LongLineException(
            name, offset, bytes, ", and there is no memory for more; give the JVM more by -Xmx");
    told.initCause(reason);
    return told;
  }

  /// How many bytes precede the line.
  public long offset() {
    return offset;
  }
}
