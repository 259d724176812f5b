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

  /// 1 for the bytes that make words, 0 for those that separate them.
  private final byte[] isLetter = new byte[BYTES];

  /// What each byte becomes.
  private final byte[] shown = new byte[BYTES];

  /// Where the word is shown if its bytes are changed.
  private byte[] changed = {};

  private final boolean lowerCase;
  private final ByteSlice word = new ByteSlice();
  private final ByteSlice separator = new ByteSlice();
  private byte[] bytes = {};
  private int at;
  private int to;

  /// A bit for each of 64 bytes, from the lowest on: whether it is a letter.
  private long letters;

  /// Where these bytes begin.
  private int block = -Long.SIZE;

  private Words(ByteSet letters, boolean lowerCase) {
    this.lowerCase = lowerCase;
    for (int b = 0; b < BYTES; b++) {
      boolean upper = lowerCase && b >= 'A' && b <= 'Z';
      shown[b] = (byte) (upper ? b + 'a' - 'A' : b);
      isLetter[b] = (byte) (letters.contains((byte) b) ? 1 : 0);
    }
  }

  /// Words as they are.
  public static Words of(ByteSet letters) {
    return new Words(letters, false);
  }

  /// Words with `a` to `z` for `A` to `Z`.
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
    block = at - Long.SIZE;
    return this;
  }

  /// Goes to the next word.
  ///
  /// @return whether there is one
  public boolean next() {
    int before = at;
    int start = find(0);
    int end = find(-1);
    separator.set(bytes, before, start);
    if (lowerCase) {
      show(bytes, start, end);
    } else {
      word.set(bytes, start, end);
    }
    return end > start;
  }

  /// Goes to the next letter, or to the next byte that is none.
  ///
  /// @param flip 0 for letters, -1 for others
  private int find(long flip) {
    while (at < to) {
      if (at - block >= Long.SIZE) {
        look();
      }
      long marks = (letters ^ flip) >>> (at - block);
      if (marks != 0) {
        at = Math.min(to, at + Long.numberOfTrailingZeros(marks));
        return at;
      }
      at = block + Math.min(to - block, Long.SIZE);
    }
    return at;
  }

  /// Looks at 64 bytes at once: where words begin and end is then found without a branch for each
  /// byte, which no processor could foresee.
  private void look() {
    byte[] in = bytes;
    byte[] table = isLetter;
    int from = at;
    int count = Math.min(Long.SIZE, to - from);
    long found = 0;
    for (int i = 0; i < count; i++) {
      found |= (long) table[in[from + i] & 0xff] << i;
    }
    letters = found;
    block = from;
  }

  private void show(byte[] in, int from, int end) {
    int length = end - from;
    if (changed.length < length) {
      changed = new byte[Math.max(length, 2 * changed.length)];
    }
    byte[] table = shown;
    byte[] out = changed;
    for (int i = 0; i < length; i++) {
      out[i] = table[in[from + i] & 0xff];
    }
    word.set(out, 0, length);
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
