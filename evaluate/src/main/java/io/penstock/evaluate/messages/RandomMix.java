package io.penstock.evaluate.messages;

import java.util.Arrays;
import java.util.SplittableRandom;

/// A fixed sequence of sizes, as many small as large ones in the sense of powers, and of places.
final class RandomMix {
  private static final int LENGTH = 1 << 14;
  private static final long SEED = 42;

  private final int[] sizes;
  private final int[] slots;
  private int position;

  /// @param least size
  /// @param most size
  /// @param places to choose from
  RandomMix(int least, int most, int places) {
    SplittableRandom random = new SplittableRandom(SEED);
    double powers = Math.log((double) most / least);
    sizes = random.doubles(LENGTH).mapToInt(u -> (int) (least * Math.exp(u * powers))).toArray();
    slots = random.ints(LENGTH, 0, places).toArray();
  }

  /// Goes on to the next size and the next place.
  void advance() {
    position = (position + 1) & (LENGTH - 1);
  }

  int size() {
    return sizes[position];
  }

  int slot() {
    return slots[position];
  }

  double meanSize() {
    return Arrays.stream(sizes).average().orElseThrow();
  }
}
