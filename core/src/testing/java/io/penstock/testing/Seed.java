package io.penstock.testing;

import java.util.Random;

/// Where the random numbers of a test begin: printed, so that a failure can be had again.
public final class Seed {
  /// The system property that names a seed.
  public static final String PROPERTY = "penstock.seed";

  private Seed() {}

  /// Random numbers from the seed that the property names, else from one that no run had before.
  ///
  /// @param test for which they are
  public static Random sow(Class<?> test) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println(test.getSimpleName() + ": -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
