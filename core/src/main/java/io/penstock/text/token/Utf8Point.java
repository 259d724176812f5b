package io.penstock.text.token;

import java.io.IOException;

/// One character that is not ASCII, decoded from UTF-8.
final class Utf8Point {
  /// What stands for a byte that is no part of a character.
  static final int MALFORMED = 0xfffd;

  private static final int[] LEAST = {0, 0, 0x80, 0x800, 0x1_0000};

  int point;
  int length;

  /// Decodes the character that begins where a feed stands, which is not moved on. A byte with
  /// which no character begins, or not completely, is [#MALFORMED], of length 1.
  void decode(Feed in) throws IOException {
    int first = in.peek();
    point = MALFORMED;
    length = 1;
    int count = first >= 0xf8 || first < 0xc0 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (count == 0 || !in.has(count)) {
      return;
    }
    int value = first & (0xff >> (count + 1));
    for (int i = 1; i < count; i++) {
      int b = in.bytes[in.at + i];
      if ((b & 0xc0) != 0x80) {
        return;
      }
      value = (value << 6) | (b & 0x3f);
    }
    boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
    if (value >= LEAST[count] && value <= Character.MAX_CODE_POINT && !surrogate) {
      point = value;
      length = count;
    }
  }

  boolean isLetter() {
    return Character.isLetter(point);
  }

  /// Whether it goes on with a word: letters, their accents, digits.
  boolean continuesWord() {
    int type = Character.getType(point);
    return Character.isLetterOrDigit(point)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  boolean isSpace() {
    return Character.isWhitespace(point) || Character.isSpaceChar(point);
  }
}
