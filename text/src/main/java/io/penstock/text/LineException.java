package io.penstock.text;

import java.io.Serial;
import java.util.Locale;

/// Thrown when the user's code fails at a line: says which line, and has the failure as its cause.
public final class LineException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final long number;
  private final long offset;

  /// @param name of the file
  /// @param number of the line, from 1
  /// @param offset of its first byte
  LineException(String name, long number, long offset, RuntimeException cause) {
    super(String.format(Locale.ROOT, "%s, line %d: %s", name, number, cause.getMessage()), cause);
    this.number = number;
    this.offset = offset;
  }

  /// The line's number, counted from 1.
  public long number() {
    return number;
  }

  /// How many bytes precede the line.
  public long offset() {
    return offset;
  }
}
