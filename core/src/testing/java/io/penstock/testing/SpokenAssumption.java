package io.penstock.testing;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/// What a test needs of its machine. Where it is missing the test is skipped, and the log says why,
/// once.
public final class SpokenAssumption {
  private static final Set<String> SPOKEN = ConcurrentHashMap.newKeySet();

  private SpokenAssumption() {}

  /// Skips the test unless `met`.
  ///
  /// @param otherwise what is missing
  public static void that(boolean met, String otherwise) {
    if (!met && SPOKEN.add(otherwise)) {
      System.out.println("skipped: " + otherwise);
    }
    Assumptions.assumeTrue(met, otherwise);
  }
}
