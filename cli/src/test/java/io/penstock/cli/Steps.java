package io.penstock.cli;

/// A counter of steps: calls of methods and turns of loops, in classes that `StepAgent` has
/// instrumented.
///
/// Each thread counts in a stripe of its own, as far as there are stripes.
public final class Steps {
  private static final int STRIPES = 64;
  private static final int APART = 16; // elements between two stripes: other cache lines
  private static final long[] COUNTS = new long[STRIPES * APART];

  private Steps() {}

  /// Called by instrumented code.
  public static void step() {
    COUNTS[(int) (Thread.currentThread().threadId() % STRIPES) * APART]++;
  }

  public static long total() {
    long total = 0;
    for (int i = 0; i < COUNTS.length; i += APART) {
      total += COUNTS[i];
    }
    return total;
  }
}
