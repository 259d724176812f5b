package io.penstock.text.token;

import io.penstock.text.ByteSlice;

/// Walks over the words of a slice, and what lies between them.
///
/// ```java
/// Words words = Words.lowerCase(ByteSet.of("a-zA-Z"));
/// for (words.of(line); words.next(); ) {
///   counts.computeIfAbsent(words.word(), Count::new).add(1);
/// }
/// ```
///
/// A word is a longest run of bytes of a set. Belongs to one thread at a time.
public final class Words {
  private static final int BYTES = 256;

  /// What each byte becomes; 0 for those that separate words.
  private final byte[] shown = new byte[BYTES];

  /// Where the word is shown if its bytes are changed.
  private byte[] changed = {};

  private final boolean lowerCase;
  private final ByteSlice word = new ByteSlice();
  private final ByteSlice separator = new ByteSlice();
  private byte[] bytes = {};
  private int at;
  private int to;

  private Words(ByteSet letters, boolean lowerCase) {
    this.lowerCase = lowerCase;
    for (int b = 1; b < BYTES; b++) {
      boolean upper = lowerCase && b >= 'A' && b <= 'Z';
      shown[b] = letters.contains((byte) b) ? (byte) (upper ? b + 'a' - 'A' : b) : 0;
    }
    if (letters.contains((byte) 0)) {
      throw new IllegalArgumentException("NUL cannot be in a word");
    }
  }

  /// Words as they are.
  ///
  /// @throws IllegalArgumentException if NUL should be in words
  public static Words of(ByteSet letters) {
    return new Words(letters, false);
  }

  /// Words with `a` to `z` for `A` to `Z`.
  ///
  /// @throws IllegalArgumentException if NUL should be in words
  public static Words lowerCase(ByteSet letters) {
    return new Words(letters, true);
  }

  /// Goes before the first word of a slice, which must show the same bytes until the last one.
  ///
  /// @return these words
  public Words of(ByteSlice slice) {
    bytes = slice.array();
    at = slice.from();
    to = slice.to();
    return this;
  }

  /// Goes to the next word.
  ///
  /// @return whether there is one
  public boolean next() {
    byte[] in = bytes;
    int end = to;
    int start = at;
    while (start < end && shown[in[start] & 0xff] == 0) {
      start++;
    }
    separator.set(in, at, start);
    int i = start;
    while (i < end && shown[in[i] & 0xff] != 0) {
      i++;
    }
    at = i;
    if (lowerCase) {
      show(in, start, i);
    } else {
      word.set(in, start, i);
    }
    return i > start;
  }

  private void show(byte[] in, int from, int end) {
    int length = end - from;
    if (changed.length < length) {
      changed = new byte[Math.max(length, 2 * changed.length)];
    }
    for (int i = 0; i < length; i++) {
      changed[i] = shown[in[from + i] & 0xff];
    }
    word.set(changed, 0, length);
  }

  /// The word to which [#next] went, until it goes on: always the same object.
  public ByteSlice word() {
    return word;
  }

  /// What lies before the word, back to the word before or the begin; behind the last word, what is
  /// left. Always the same object.
  public ByteSlice separator() {
    return separator;
  }
}
