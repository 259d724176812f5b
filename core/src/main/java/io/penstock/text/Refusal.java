package io.penstock.text;

import java.io.Serial;

/// A user's code has thrown something at a line, which has no number yet.
final class Refusal extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final long precedingLines;
  private final long offset;
  private final RuntimeException reason;

  /// @param precedingLines in the same chunk
  /// @param offset of the line in the text
  Refusal(long precedingLines, long offset, RuntimeException reason) {
    super(reason.getMessage(), reason, false, false);
    this.precedingLines = precedingLines;
    this.offset = offset;
    this.reason = reason;
  }

  /// What the user is told.
  ///
  /// @param linesBefore the chunk
  LineException numbered(String name, long linesBefore) {
    return new LineException(name, linesBefore + precedingLines + 1, offset, reason);
  }
}
