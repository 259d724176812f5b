package io.penstock.stream;

import java.io.UTFDataFormatException;
import java.util.HexFormat;
import java.util.Locale;

/// Decodes the bytes of one string in modified UTF-8.
final class Utf8Decoder {
  private final byte[] bytes;
  private final char[] text;
  private int at;
  private int chars;

  Utf8Decoder(byte[] bytes) {
    this.bytes = bytes;
    this.text = new char[bytes.length];
  }

  /// The string.
  ///
  /// @throws UTFDataFormatException if the bytes are malformed; the message names the one
  String decode() throws UTFDataFormatException {
    while (at < bytes.length) {
      text[chars++] = next();
    }
    return new String(text, 0, chars);
  }

  private char next() throws UTFDataFormatException {
    int first = bytes[at];
    if (first >= 0) {
      at++;
      return (char) first;
    }
    if ((first & 0xE0) == 0xC0) {
      char c = (char) (((first & 0x1F) << 6) | tail(1));
      at += 2;
      return c;
    }
    if ((first & 0xF0) == 0xE0) {
      char c = (char) (((first & 0x0F) << 12) | (tail(1) << 6) | tail(2));
      at += 3;
      return c;
    }
    throw malformed(at, "begins no character");
  }

  private int tail(int step) throws UTFDataFormatException {
    if (at + step >= bytes.length) {
      throw malformed(at, "begins a character that has no end");
    }
    if ((bytes[at + step] & 0xC0) != 0x80) {
      throw malformed(at + step, "continues no character");
    }
    return bytes[at + step] & 0x3F;
  }

  private UTFDataFormatException malformed(int place, String fault) {
    return new UTFDataFormatException(
        String.format(
            Locale.ROOT,
            "not modified UTF-8: 0x%s at byte %d of %d %s",
            HexFormat.of().toHexDigits(bytes[place]),
            place,
            bytes.length,
            fault));
  }
}
