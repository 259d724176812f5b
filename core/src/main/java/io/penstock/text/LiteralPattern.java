package io.penstock.text;

/// Bytes that a line has.
final class LiteralPattern extends BytePattern {
  private final byte[] bytes;

  LiteralPattern(byte[] bytes) {
    this.bytes = bytes.clone();
    if (ByteSearch.find(bytes, 0, bytes.length, (byte) '\n') < bytes.length) {
      throw new IllegalArgumentException("no line has a newline; look for what is before it");
    }
  }

  @Override
  LineSearch search() {
    return switch (bytes.length) {
      case 0 -> (_, from, _) -> from;
      case 1 -> (text, from, to) -> ByteSearch.find(text, from, to, bytes[0]);
      default -> (text, from, to) -> LiteralSearch.find(text, from, to, bytes);
    };
  }
}
