package io.penstock.text;

import java.io.Serial;

/// Thrown when the user's code fails at a line: says which line, and has the failure as its cause.
public final class LineException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final long number;
  private final long offset;
  private final transient RuntimeException reason;

  /// @param name of the file
  /// @param number of the line, from 1
  /// @param offset of its first byte
  LineException(String name, long number, long offset, RuntimeException cause) {
    super(name + ", line " + number + ": " + cause.getMessage(), cause);
    this.number = number;
    this.reason = cause;
    this.offset = offset;
  }

  /// The same where the lines before the chunk have not been counted yet: its number is negative
  /// until they are.
  static LineException inChunk(String name, long number, long offset, RuntimeException cause) {
    return new LineException(name, -number, offset, cause);
  }

  /// This one of [#inChunk] behind so many lines.
  LineException numberedBehind(String name, long lines) {
    return new LineException(name, lines - number, offset, reason);
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
