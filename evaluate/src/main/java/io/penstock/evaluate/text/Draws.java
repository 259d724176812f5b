package io.penstock.evaluate.text;

/// Numbers that look random and are always the same: SplitMix64 (Steele, Lea and Flood). Number `n`
/// can be had without those before it.
public final class Draws {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private Draws() {}

  /// The draw of this number.
  public static long at(long number) {
    long z = (number + 1) * STEP;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /// The draw of this number, from 0 to below `bound`.
  public static int below(int bound, long number) {
    return (int) ((at(number) >>> 33) % bound);
  }
}
