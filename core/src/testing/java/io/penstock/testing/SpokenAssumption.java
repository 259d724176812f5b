package io.penstock.testing;

import org.junit.jupiter.api.Assumptions;

/// What a test needs of its machine. Where it is missing the test is skipped, and the log says why.
public final class SpokenAssumption {
  private SpokenAssumption() {}

  /// Skips the test unless `met`.
  ///
  /// @param otherwise what is missing
  public static void that(boolean met, String otherwise) {
    if (!met) {
      System.out.println("skipped: " + otherwise);
    }
    Assumptions.assumeTrue(met, otherwise);
  }
}
