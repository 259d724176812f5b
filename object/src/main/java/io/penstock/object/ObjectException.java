package io.penstock.object;

import java.io.IOException;

/// Thrown when an object cannot be written, or bytes that claim to be one are refused. The message
/// names the class or the limit, and on reading the byte of the object. What others have chosen in
/// it, such as the name of a class, is shown without control characters and cut where it is long.
public final class ObjectException extends IOException {
  private static final long serialVersionUID = 1;
  private static final int LONGEST = 1000;

  /// @param message one line: what, where, why
  public ObjectException(String message) {
    super(plain(message));
  }

  /// @param message one line: what, where, why
  /// @param cause what failed beneath
  public ObjectException(String message, Throwable cause) {
    super(plain(message), cause);
  }

  private static String plain(String message) {
    StringBuilder text = new StringBuilder();
    message.codePoints().limit(LONGEST).forEach(c -> append(text, c));
    return message.length() > LONGEST ? text.append("...").toString() : text.toString();
  }

  // A terminal obeys control characters, and formats change the order of what stands beside them.
  private static void append(StringBuilder text, int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          text.append("\\u{").append(Integer.toHexString(c)).append('}');
      default -> text.appendCodePoint(c);
    }
  }
}
