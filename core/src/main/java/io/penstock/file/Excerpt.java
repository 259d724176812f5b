package io.penstock.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.HexFormat;

/// Bytes of a file as a message shows them: one line, short, and without anything that a terminal
/// might obey.
final class Excerpt {
  private static final int LONGEST = 40;

  private Excerpt() {}

  /// The bytes in quotes; those that are not printable ASCII as `\xNN`.
  static String of(byte[] bytes) {
    StringBuilder shown = new StringBuilder("'");
    for (byte b : Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST))) {
      if (b >= ' ' && b < 0x7f) {
        shown.append((char) b);
      } else {
        shown.append("\\x").append(HexFormat.of().toHexDigits(b));
      }
    }
    return shown.append(bytes.length > LONGEST ? "..." : "").append("'").toString();
  }

  /// Text whose characters are bytes.
  static String of(String latin1) {
    return of(latin1.getBytes(ISO_8859_1));
  }
}
