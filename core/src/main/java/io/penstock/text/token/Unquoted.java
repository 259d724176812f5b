package io.penstock.text.token;

import io.penstock.text.ByteSlice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The text of an escaped literal, with C's escapes replaced.
final class Unquoted {
  private static final String LETTERS = "abfnrtv";
  private static final byte[] MEANT = {7, '\b', '\f', '\n', '\r', '\t', 0xb};

  private byte[] bytes = {};
  private int length;

  /// Shows a range of bytes without its escapes.
  void show(ByteSlice target, byte[] source, int from, int to) {
    bytes = bytes.length < to - from ? new byte[to - from] : bytes;
    length = 0;
    for (int at = from; at < to; ) {
      if (source[at] == '\\' && at + 1 < to) {
        at = escape(source, at + 1, to);
      } else {
        add(source[at++]);
      }
    }
    target.set(bytes, 0, length);
  }

  private int escape(byte[] source, int at, int to) {
    if (!isOctal(source[at])) {
      int letter = LETTERS.indexOf(source[at]);
      add(letter < 0 ? source[at] : MEANT[letter]);
      return at + 1;
    }
    int most = Math.min(to, at + (source[at] <= '3' ? 3 : 2));
    int value = 0;
    int i = at;
    for (; i < most && isOctal(source[i]); i++) {
      value = value * 8 + source[i] - '0';
    }
    for (byte b : Character.toString(value).getBytes(StandardCharsets.UTF_8)) {
      add(b);
    }
    return i;
  }

  private static boolean isOctal(byte b) {
    return b >= '0' && b <= '7';
  }

  private void add(byte b) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = b;
  }
}
