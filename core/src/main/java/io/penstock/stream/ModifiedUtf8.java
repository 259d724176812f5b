package io.penstock.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.HexFormat;
import java.util.Locale;

/// Strings as [java.io.DataOutput#writeUTF] defines them: the number of bytes in two bytes, the
/// high one first whatever the byte order, then these forms.
///
/// ```
/// 0xxxxxxx                      up to 0x7F
/// 110xxxxx 10xxxxxx             up to 0x7FF, and 0
/// 1110xxxx 10xxxxxx 10xxxxxx    the others, each half of a surrogate pair by itself
/// ```
final class ModifiedUtf8 {
  private static final int MAX_BYTES = 0xFFFF;
  private static final int QUOTED = 8;

  private ModifiedUtf8() {}

  static void write(ByteSink sink, String text) throws IOException {
    int length = bytes(text);
    sink.requireWritable();
    put(sink, (byte) (length >>> 8));
    put(sink, (byte) length);
    for (int i = 0; i < text.length(); i++) {
      write(sink, text.charAt(i));
    }
  }

  private static int bytes(String text) throws UTFDataFormatException {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += bytes(text.charAt(i));
    }
    if (bytes > MAX_BYTES) {
      throw new UTFDataFormatException(
          String.format(
              Locale.ROOT,
              "the string \"%s...\" takes %d bytes in modified UTF-8, and writeUTF has room for %d",
              text.substring(0, QUOTED),
              bytes,
              MAX_BYTES));
    }
    return (int) bytes;
  }

  private static int bytes(char c) {
    if (c >= 0x01 && c <= 0x7F) {
      return 1;
    }
    return c <= 0x7FF ? 2 : 3;
  }

  private static void write(ByteSink sink, char c) throws IOException {
    switch (bytes(c)) {
      case 1 -> put(sink, (byte) c);
      case 2 -> {
        put(sink, (byte) (0xC0 | (c >> 6)));
        put(sink, (byte) (0x80 | (c & 0x3F)));
      }
      default -> {
        put(sink, (byte) (0xE0 | (c >> 12)));
        put(sink, (byte) (0x80 | ((c >> 6) & 0x3F)));
        put(sink, (byte) (0x80 | (c & 0x3F)));
      }
    }
  }

  private static void put(ByteSink sink, byte value) throws IOException {
    int at = sink.claim(1);
    sink.block().putByte(at, value);
  }

  static String read(ByteSource source) throws IOException {
    int at = source.take(Short.BYTES);
    int high = Byte.toUnsignedInt(source.block().getByte(at));
    int low = Byte.toUnsignedInt(source.block().getByte(at + 1));
    byte[] body = new byte[(high << 8) | low];
    source.readFully(body, 0, body.length);
    return isAscii(body) ? new String(body, ISO_8859_1) : decoded(body);
  }

  private static boolean isAscii(byte[] body) {
    for (byte b : body) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static String decoded(byte[] bytes) throws UTFDataFormatException {
    char[] text = new char[bytes.length];
    int chars = 0;
    for (int at = 0; at < bytes.length; ) {
      int first = bytes[at];
      if (first >= 0) {
        text[chars++] = (char) first;
        at++;
      } else if ((first & 0xE0) == 0xC0) {
        text[chars++] = (char) (((first & 0x1F) << 6) | tail(bytes, at, 1));
        at += 2;
      } else if ((first & 0xF0) == 0xE0) {
        int tails = (tail(bytes, at, 1) << 6) | tail(bytes, at, 2);
        text[chars++] = (char) (((first & 0x0F) << 12) | tails);
        at += 3;
      } else {
        throw malformed(bytes, at, "begins no character");
      }
    }
    return new String(text, 0, chars);
  }

  private static int tail(byte[] bytes, int at, int step) throws UTFDataFormatException {
    if (at + step >= bytes.length) {
      throw malformed(bytes, at, "begins a character that has no end");
    }
    if ((bytes[at + step] & 0xC0) != 0x80) {
      throw malformed(bytes, at + step, "continues no character");
    }
    return bytes[at + step] & 0x3F;
  }

  private static UTFDataFormatException malformed(byte[] bytes, int place, String fault) {
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
