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

  @Override
  char replacement(byte[] bytes, int from, int at, int to) {
    throw MalformedTextException.bytes(bytes, from, at, to);
  }

  @Override
  byte replacement(char surrogate, int index) {
    throw MalformedTextException.surrogate(surrogate, index);
  }
}
