package io.penstock.evaluate.text;

import java.nio.charset.StandardCharsets;

/// One line in the making, as the texts of this chapter are written: bytes, without a String.
final class LineBuffer {
  private static final int LONGEST = 512;
  private static final int DECIMAL = 10;

  private final byte[] bytes = new byte[LONGEST];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  LineBuffer clear() {
    length = 0;
    return this;
  }

  LineBuffer append(byte[] more) {
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
    return this;
  }

  LineBuffer append(char ascii) {
    bytes[length] = (byte) ascii;
    length++;
    return this;
  }

  /// A number with at least so many digits.
  LineBuffer append(int number, int digits) {
    int count = digits;
    for (int rest = number; count < DECIMAL && rest >= power(count); count++) {
      // one digit more
    }
    for (int i = length + count - 1, rest = number; i >= length; i--, rest /= DECIMAL) {
      bytes[i] = (byte) ('0' + rest % DECIMAL);
    }
    length += count;
    return this;
  }

  private static long power(int digits) {
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= DECIMAL;
    }
    return power;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
