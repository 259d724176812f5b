package io.penstock.file;

import java.io.IOException;

/// The content of a file is not what its format demands.
///
/// The message is one line: the file, the byte, what is wrong there, and where there is one, a way
/// out.
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  /// Refuses a file.
  ///
  /// @param file its path, or the name by which a user knows the bytes
  /// @param offset of the first byte that is wrong or missing
  /// @param reason what is wrong there and what to do, in one line
  public FormatException(String file, long offset, String reason) {
    super(file + ", byte " + offset + ": " + reason);
    this.file = file;
    this.offset = offset;
  }

  /// The same for a class that is to load this one when it throws it, not when it is verified.
  static IOException of(String file, long offset, String reason) {
    return new FormatException(file, offset, reason);
  }

  /// The path, or the name by which a user knows the bytes.
  public String file() {
    return file;
  }

  /// The offset of the first byte that is wrong or missing.
  public long offset() {
    return offset;
  }
}
