package io.penstock.testing;

import java.util.Random;

/// The seed and the number of a test's random cases. The seed is printed, so that a failure can be
/// had again.
public final class Seed {
  /// The system property that names a seed.
  public static final String PROPERTY = "penstock.seed";

  /// The system property that says how many of a property's cases are drawn, in percent: few in the
  /// ordinary suite, which runs often, each time with other seeds, and many in the long campaign.
  private static final int PERCENT = Integer.getInteger("penstock.cases", 100);

  private Seed() {}

  /// The number of cases to draw where `all` are the usual number.
  public static int cases(int all) {
    return Math.ceilDiv(all * PERCENT, 100);
  }

  /// Random numbers from the seed that the property names, else from one that no run had before.
  ///
  /// @param test for which they are
  public static Random sow(Class<?> test) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println(test.getSimpleName() + ": -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
