package io.penstock.text.number;

/// A formatter that writes counts of a decimal place's unit as numbers with so many decimal places:
/// 1230 with two places is `12.30`. What [DecimalParser] reads; exact.
public final class DecimalFormatter {
  /// The most bytes that a number takes.
  public static final int LONGEST = 21;

  private DecimalFormatter() {}

  /// Writes a number into an array.
  ///
  /// @param units how many units of the `scale`th decimal place
  /// @param scale 0 to [DecimalParser#LARGEST_SCALE]; with 0 there is no point
  /// @param at where its first byte goes
  /// @return the place behind its last byte
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IndexOutOfBoundsException if it has no room there; the array may then hold a part
  public static int format(long units, int scale, byte[] target, int at) {
    DecimalParser.checkScale(scale);
    if (scale == 0 || units == Long.MIN_VALUE) {
      return pointed(LongFormatter.format(units, target, at), scale, target);
    }
    int next = at;
    if (units < 0) {
      target[next++] = '-';
    }
    long count = Math.abs(units);
    long one = DecimalParser.ten(scale);
    return parts(count / one, count % one, scale, target, next);
  }

  /// Writes a whole part and decimal places.
  ///
  /// @param places as a number of `scale` digits, 1 at least
  static int parts(long whole, long places, int scale, byte[] target, int at) {
    int point = LongFormatter.format(whole, target, at);
    target[point] = '.';
    LongFormatter.fill(places, target, point + 1, scale);
    return point + 1 + scale;
  }

  // The least long has more digits than there are places.
  private static int pointed(int end, int scale, byte[] target) {
    if (scale == 0) {
      return end;
    }
    System.arraycopy(target, end - scale, target, end - scale + 1, scale);
    target[end - scale] = '.';
    return end + 1;
  }
}
