package io.penstock.compress;

import java.util.Locale;

/// The levels of a codec: the lower, the faster; the higher, the smaller.
///
/// @param usual what is taken where none is given
public record Levels(int fastest, int usual, int smallest) {
  /// @throws IllegalArgumentException if they are not in this order
  public Levels {
    if (fastest > usual || usual > smallest) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "levels out of order: %d, %d, %d", fastest, usual, smallest));
    }
  }

  /// Checks a level.
  ///
  /// @param codec for the message
  /// @throws IllegalArgumentException if there is no such level
  public int require(String codec, int level) {
    if (level < fastest || level > smallest) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s has no level %d: choose one from %d to %d",
              codec,
              level,
              fastest,
              smallest));
    }
    return level;
  }
}
