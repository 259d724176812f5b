package io.penstock.memory;

/// What is asked of pools.
final class Requests {
  private Requests() {}

  static void check(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a block of " + bytes + " bytes cannot be");
    }
  }
}
