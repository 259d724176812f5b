package io.penstock.text.token;

import io.penstock.text.ByteSlice;

/// A cursor over the words of a slice, and the bytes between them.
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

  private final ByteRanges ranges;
  private final boolean fewRanges;

  /// What each byte becomes.
  private final byte[] shown = new byte[BYTES];

  /// Where the word is shown if its bytes are changed.
  private byte[] changed = {};

  private final boolean lowerCase;
  private final ByteSlice word = new ByteSlice();
  private final ByteSlice separator = new ByteSlice();
  private byte[] bytes = {};
  private int before;
  private int begin;
  private int at;
  private int to;

  /// A bit for each of 64 bytes, from the lowest on: whether a word begins or ends before it. Those
  /// that were found are cleared.
  private long edges;

  /// 1 if the last one of these bytes is a letter, otherwise 0.
  private long lastIsLetter;

  /// Where these bytes begin.
  private int block = -Long.SIZE;

  private Words(ByteSet letters, boolean lowerCase) {
    this.lowerCase = lowerCase;
    ranges = letters.ranges();
    fewRanges = ranges.areFew();
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
    before = at;
    begin = at;
    to = slice.to();
    block = at - Long.SIZE;
    edges = 0;
    lastIsLetter = 0;
    return this;
  }

  /// Goes to the next word.
  ///
  /// @return whether there is one
  public boolean next() {
    before = at;
    int start = edge();
    int end = edge();
    begin = start;
    at = end;
    if (lowerCase) {
      show(bytes, start, end);
    } else {
      word.set(bytes, start, end);
    }
    return end > start;
  }

  /// Goes to where a word begins, or where it ends; to the end if there is no more.
  private int edge() {
    long found = edges;
    while (found == 0) {
      if (to - Long.SIZE <= block) {
        return to;
      }
      found = look();
    }
    edges = found & (found - 1);
    return block + Long.numberOfTrailingZeros(found);
  }

  /// Looks at 64 bytes at once: where words begin and end is then found without a branch for each
  /// byte, which no processor could foresee.
  private long look() {
    block += Long.SIZE;
    int count = to - block;
    long letters =
        fewRanges && bytes.length - block >= ByteRanges.TOGETHER
            ? ranges.members(bytes, block)
            : lookUp(bytes, block, Math.min(Long.SIZE, count));
    if (count < Long.SIZE) {
      letters &= (1L << count) - 1;
    }
    long before = (letters << 1) | lastIsLetter;
    lastIsLetter = letters >>> (Long.SIZE - 1);
    return letters ^ before;
  }

  private long lookUp(byte[] in, int from, int count) {
    byte[] table = isLetter;
    long found = 0;
    for (int i = 0; i < count; i++) {
      found |= (long) table[in[from + i] & 0xff] << i;
    }
    return found;
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
  /// left. Always the same object, which is to be asked for again behind each [#next].
  public ByteSlice separator() {
    return separator.set(bytes, before, begin);
  }
}
