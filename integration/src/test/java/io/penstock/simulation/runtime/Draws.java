package io.penstock.simulation.runtime;

import java.util.SplittableRandom;

/// Numbers drawn from a seed.
public final class Draws {
  private final SplittableRandom random;

  /// @param seed gives the same numbers each time
  public Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// A number from 0 up to a bound, without it.
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /// A number from 0 up to a bound, without it.
  public long below(long bound) {
    return random.nextLong(bound);
  }

  /// A number within two bounds, small ones as often as large ones.
  public long spread(long least, long most) {
    double from = Math.log((double) least);
    double to = Math.log((double) most + 1);
    long drawn = (long) Math.exp(from + random.nextDouble() * (to - from));
    return Math.clamp(drawn, least, most);
  }

  /// Whether something happens that does so once in so many times.
  public boolean onceIn(int times) {
    return random.nextInt(times) == 0;
  }
}
