package io.penstock.text.utf8;

/// The sequences of bytes that are characters, and those that are none.
final class Sequences {
  private static final int LARGEST_LEAD = 0xf4;

  private Sequences() {}

  /// Whether a byte goes on with a character that another one has begun.
  static boolean continues(byte b) {
    return (b & 0xc0) == 0x80;
  }

  /// How many bytes a character has that begins with a byte, or 1 if none does.
  static int nominalLength(byte lead) {
    if (lead >> 5 == -2) {
      return 2;
    }
    return lead >> 4 == -2 ? 3 : lead >> 3 == -2 ? 4 : 1;
  }

  /// How many bytes the character has that begins at a place; 0 if none is there.
  static int length(byte[] bytes, int at, int to) {
    int lead = bytes[at];
    if (lead >= 0) {
      return 1;
    }
    if (lead >> 5 == -2) {
      return (lead & 0x1e) != 0 && to - at > 1 && continues(bytes[at + 1]) ? 2 : 0;
    }
    if (lead >> 4 == -2) {
      return to - at > 2
              && isThird(lead, bytes[at + 1])
              && continues(bytes[at + 2])
              && !isSurrogate(lead, bytes[at + 1])
          ? 3
          : 0;
    }
    return to - at > 3
            && isFourth(lead, bytes[at + 1])
            && continues(bytes[at + 2])
            && continues(bytes[at + 3])
        ? 4
        : 0;
  }

  /// How many bytes are replaced together where no character is: as many as the JDK's decoders
  /// take.
  static int malformedLength(byte[] bytes, int at, int to) {
    int lead = bytes[at];
    boolean third = lead >> 4 == -2 && to - at > 1 && isThird(lead, bytes[at + 1]);
    boolean fourth = lead >> 3 == -2 && to - at > 1 && isFourth(lead, bytes[at + 1]);
    if (!third && !fourth) {
      return 1;
    }
    return to - at > 2 && continues(bytes[at + 2]) ? 3 : 2;
  }

  private static boolean isThird(int lead, byte second) {
    return continues(second) && ((lead & 0xf) != 0 || second >= (byte) 0xa0);
  }

  private static boolean isSurrogate(int lead, byte second) {
    return (lead & 0xf) == 0xd && second >= (byte) 0xa0;
  }

  private static boolean isFourth(int lead, byte second) {
    int value = lead & 0xff;
    return value >= 0xf0
        && value <= LARGEST_LEAD
        && continues(second)
        && (value != 0xf0 || second >= (byte) 0x90)
        && (value != LARGEST_LEAD || second < (byte) 0x90);
  }

  /// Writes the chars of a character of two bytes or more.
  ///
  /// @return the place behind them
  static int decode(byte[] bytes, int at, int length, char[] target, int next) {
    int low = bytes[at + length - 1] & 0x3f;
    if (length == 2) {
      target[next] = (char) (((bytes[at] & 0x1f) << 6) | low);
      return next + 1;
    }
    int middle = (bytes[at + length - 2] & 0x3f) << 6;
    if (length == 3) {
      target[next] = (char) (((bytes[at] & 0xf) << 12) | middle | low);
      return next + 1;
    }
    int high = ((bytes[at] & 7) << 18) | ((bytes[at + 1] & 0x3f) << 12);
    int character = high | middle | low;
    target[next] = Character.highSurrogate(character);
    target[next + 1] = Character.lowSurrogate(character);
    return next + 2;
  }

  /// Writes the bytes of a character that is not ASCII.
  ///
  /// @return the place behind them
  static int encode(int character, byte[] target, int at) {
    int next = at;
    if (character < 0x800) {
      target[next++] = (byte) (0xc0 | (character >> 6));
    } else {
      if (character < 0x10000) {
        target[next++] = (byte) (0xe0 | (character >> 12));
      } else {
        target[next++] = (byte) (0xf0 | (character >> 18));
        target[next++] = (byte) (0x80 | ((character >> 12) & 0x3f));
      }
      target[next++] = (byte) (0x80 | ((character >> 6) & 0x3f));
    }
    target[next++] = (byte) (0x80 | (character & 0x3f));
    return next;
  }
}
