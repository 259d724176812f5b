package io.penstock.text.utf8;

import java.nio.charset.StandardCharsets;

/// Replaces what is malformed.
final class ReplacingCodec extends Utf8Codec {
  static final ReplacingCodec INSTANCE = new ReplacingCodec();

  private ReplacingCodec() {}

  @Override
  public String decode(byte[] source, int from, int to) {
    return new String(source, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  char replacement(byte[] bytes, int from, int at, int to) {
    return '\ufffd';
  }

  @Override
  byte replacement(char surrogate, int index) {
    return '?';
  }
}
