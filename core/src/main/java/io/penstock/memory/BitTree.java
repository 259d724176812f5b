package io.penstock.memory;

import java.util.Arrays;

/// A set of numbers from 0 up to a bound that can be raised. Finds its smallest member in as many
/// steps as the bound has digits to the base 64.
///
/// Each bit of a tier says whether a word of the tier below is not 0. Not safe for several threads.
final class BitTree {
  /// What [#first] returns for the empty set.
  static final long NONE = -1;

  private long[][] tiers;

  /// An empty set of numbers below `bound`.
  BitTree(long bound) {
    tiers = new long[][] {new long[words(bound)]};
    build();
  }

  private static int words(long bits) {
    return Math.max(1, Math.toIntExact(Math.ceilDiv(bits, Long.SIZE)));
  }

  /// Raises the bound; a lower one changes nothing.
  void grow(long bound) {
    int words = words(bound);
    if (words > tiers[0].length) {
      tiers[0] = Arrays.copyOf(tiers[0], Math.max(words, 2 * tiers[0].length));
      build();
    }
  }

  private void build() {
    int count = 1;
    for (int words = tiers[0].length; words > 1; words = words(words)) {
      count++;
    }
    tiers = Arrays.copyOf(tiers, count);
    for (int i = 1; i < count; i++) {
      tiers[i] = summary(tiers[i - 1]);
    }
  }

  private static long[] summary(long[] below) {
    long[] above = new long[words(below.length)];
    for (int i = 0; i < below.length; i++) {
      if (below[i] != 0) {
        above[i >> 6] |= 1L << i;
      }
    }
    return above;
  }

  boolean contains(long number) {
    int word = (int) (number >>> 6);
    return word < tiers[0].length && (tiers[0][word] & (1L << number)) != 0;
  }

  /// Puts in a number below the bound.
  void add(long number) {
    long at = number;
    for (long[] tier : tiers) {
      tier[(int) (at >>> 6)] |= 1L << at;
      at >>>= 6;
    }
  }

  /// Takes out a number below the bound.
  void remove(long number) {
    long at = number;
    for (long[] tier : tiers) {
      int word = (int) (at >>> 6);
      tier[word] &= ~(1L << at);
      if (tier[word] != 0) {
        return;
      }
      at = word;
    }
  }

  boolean isEmpty() {
    return tiers[tiers.length - 1][0] == 0;
  }

  /// The smallest member, or [#NONE].
  long first() {
    if (isEmpty()) {
      return NONE;
    }
    long at = 0;
    for (int i = tiers.length - 1; i >= 0; i--) {
      at = (at << 6) | Long.numberOfTrailingZeros(tiers[i][(int) at]);
    }
    return at;
  }
}
