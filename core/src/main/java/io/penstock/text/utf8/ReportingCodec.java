package io.penstock.text.utf8;

import java.nio.charset.StandardCharsets;

/// Reports what is malformed.
final class ReportingCodec extends Utf8Codec {
  static final ReportingCodec INSTANCE = new ReportingCodec();

  private ReportingCodec() {}

  @Override
  public String decode(byte[] source, int from, int to) {
    int malformed = Utf8.malformedAt(source, from, to);
    if (malformed >= 0) {
      throw MalformedTextException.bytes(source, from, malformed, to);
    }
    return new String(source, from, to - from, StandardCharsets.UTF_8);
  }

  // The JDK puts a question mark where a surrogate is alone, and does it faster than any loop here
  // could look for one: only where there is one is it looked for.
  @Override
  public byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (Ascii.has(bytes, '?')) {
      check(text);
    }
    return bytes;
  }

  private static void check(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i, text.length())) {
          throw MalformedTextException.surrogate(text.charAt(i), i);
        }
        i++;
      }
    }
  }

  @Override
  char replacement(byte[] bytes, int from, int at, int to) {
    throw MalformedTextException.bytes(bytes, from, at, to);
  }

  @Override
  byte replacement(char surrogate, int index) {
    throw MalformedTextException.surrogate(surrogate, index);
  }
}
