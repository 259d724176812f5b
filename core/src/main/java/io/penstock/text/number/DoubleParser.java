package io.penstock.text.number;

import java.nio.charset.StandardCharsets;

/// Parses `double`s, to the bit as [Double#parseDouble].
public final class DoubleParser {
  private DoubleParser() {}

  /// The `double` nearest to the number that a range of bytes says, in the syntax of
  /// [Double#valueOf(String)]: `1`, `-.5`, `6.02e23`, `NaN`, `Infinity`.
  ///
  /// @throws NumberFormatException if it says none; the message shows it
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static double parse(byte[] bytes, int from, int to) {
    try {
      return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      NumberFormatException told = Malformed.number("a number", bytes, from, to);
      told.initCause(e);
      throw told;
    }
  }
}
