package io.penstock.message;

/// A section was not what the reader asked for, or could not be written: another type, another
/// length, no such section, no room, an object that is not allowed. The message names the section
/// by its number, from 1 on, and the byte of the message where it begins.
///
/// The buffer stays usable.
public final class SectionException extends MessageException {
  private static final long serialVersionUID = 1;

  /// @param message which section, where, and what is wrong
  public SectionException(String message) {
    super(message);
  }

  /// @param message which section, where, and what is wrong
  /// @param cause what the object codec said
  public SectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
