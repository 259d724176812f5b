package io.penstock.memory;

/// Checks of the sizes and alignments that pools are asked for.
final class Requests {
  private Requests() {}

  static void check(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a block of " + bytes + " bytes cannot be");
    }
  }
}
