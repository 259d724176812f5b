package io.penstock.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The strings of [java.io.DataOutput] and [java.io.DataInput], byte for byte.
final class Text {
  private Text() {}

  /// Writes the low byte of each character.
  static void writeBytes(Sink sink, String text) throws IOException {
    sink.requireWritable();
    for (int i = 0; i < text.length(); i++) {
      int at = sink.claim(1);
      sink.block().putByte(at, (byte) text.charAt(i));
    }
  }

  static void writeChars(Sink sink, String text) throws IOException {
    sink.requireWritable();
    for (int i = 0; i < text.length(); i++) {
      int at = sink.claim(Character.BYTES);
      sink.block().putShort(at, (short) text.charAt(i));
    }
  }

  /// Reads up to a line feed, a carriage return, or both in this order; each byte is a character.
  ///
  /// @return the line without its end; null if the input has ended
  static @Nullable String readLine(Source source) throws IOException {
    int c = source.read();
    if (c < 0) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    while (c >= 0 && c != '\n' && c != '\r') {
      line.append((char) c);
      c = source.read();
    }
    if (c == '\r' && source.ready(1, 1) > 0 && source.block().getByte(source.taken(0)) == '\n') {
      source.taken(1);
    }
    return line.toString();
  }
}
