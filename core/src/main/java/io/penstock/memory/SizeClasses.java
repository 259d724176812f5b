package io.penstock.memory;

/// The sizes in which a caching pool cuts blocks: four to a doubling from 256 bytes up, so that at
/// most a fifth of a block is left over.
///
/// Class 0 is 64 bytes; the first eight are 64 bytes apart, the next four 128, and so on. Sizes are
/// multiples of 64.
final class SizeClasses {
  /// What sizes are multiples of.
  static final int UNIT = 64;

  private static final int UNIT_SHIFT = 6;

  private SizeClasses() {}

  /// @throws IllegalArgumentException if the length of a block is negative
  static void check(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a block of " + bytes + " bytes cannot be");
    }
  }

  /// The smallest class with room for `bytes`, which is 0 or more.
  static int of(long bytes) {
    long last = (Math.max(bytes, 1) - 1) >>> UNIT_SHIFT;
    int doubling = Math.max(0, 61 - Long.numberOfLeadingZeros(last));
    return (doubling << 2) + (int) (last >>> doubling);
  }

  /// The size of a class's blocks, in units.
  static long units(int sizeClass) {
    int doubling = Math.max(0, (sizeClass >> 2) - 1);
    return (sizeClass - 4L * doubling + 1) << doubling;
  }

  /// The size of a class's blocks.
  static long bytes(int sizeClass) {
    return units(sizeClass) << UNIT_SHIFT;
  }
}
