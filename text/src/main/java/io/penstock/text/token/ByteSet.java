package io.penstock.text.token;

import java.util.Locale;

/// A set of bytes, such as those that make words. Immutable.
public final class ByteSet {
  private static final int BYTES = 256;
  private static final int ASCII = 128;

  private final boolean[] members;

  private ByteSet(boolean[] members) {
    this.members = members;
  }

  /// The bytes of some characters of ASCII, with ranges in the way of `a-zA-Z0-9_`; a `-` at either
  /// end is one of them.
  ///
  /// @throws IllegalArgumentException if a character is not ASCII, or a range is turned round
  public static ByteSet of(String characters) {
    boolean[] members = new boolean[BYTES];
    for (int i = 0; i < characters.length(); i++) {
      boolean range = i + 2 < characters.length() && characters.charAt(i + 1) == '-';
      char first = ascii(characters, i);
      char last = range ? ascii(characters, i + 2) : first;
      if (first > last) {
        throw new IllegalArgumentException(
            String.format(Locale.ROOT, "range %c-%c is turned round", first, last));
      }
      for (int c = first; c <= last; c++) {
        members[c] = true;
      }
      i += range ? 2 : 0;
    }
    return new ByteSet(members);
  }

  private static char ascii(String characters, int index) {
    char c = characters.charAt(index);
    if (c >= ASCII) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "'%c' is no character of ASCII; take all others by withOthers()", c));
    }
    return c;
  }

  /// With all bytes of characters that are not ASCII: in UTF-8 these are letters of every script,
  /// and some signs.
  public ByteSet withOthers() {
    boolean[] more = members.clone();
    for (int i = ASCII; i < BYTES; i++) {
      more[i] = true;
    }
    return new ByteSet(more);
  }

  /// The same set, as ranges.
  ByteRanges ranges() {
    return ByteRanges.of(members);
  }

  /// Whether it has a byte.
  public boolean contains(byte b) {
    return members[b & 0xff];
  }
}
