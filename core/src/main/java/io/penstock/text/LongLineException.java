package io.penstock.text;

import java.io.IOException;
import java.io.Serial;

/// A line is longer than [Lines#withLongestLine] allows.
public final class LongLineException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final long offset;

  /// @param name of the file
  LongLineException(String name, long offset, long longest) {
    super(
        "%s: the line that begins at byte %d has more than %d bytes; allow longer ones, or count and find lines by what needs none in memory"
            .formatted(name, offset, longest));
    this.offset = offset;
  }

  /// How many bytes precede the line.
  public long offset() {
    return offset;
  }
}
