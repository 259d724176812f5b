package io.penstock.text.number;

/// Writes `digits * 10^exponent` as [Double#toString(double)] does: plainly from a thousandth to
/// ten millions, otherwise with one digit before the point; one behind it at least.
final class Scientific {
  private static final int LEAST_PLAIN = -3;
  private static final int LEAST_BEYOND_PLAIN = 7;

  private Scientific() {}

  /// @param digits more than zero
  static int format(long digits, int exponent, byte[] target, int at) {
    long shortest = digits;
    int zeros = 0;
    while (shortest % 100_000_000 == 0) {
      shortest /= 100_000_000;
      zeros += 8;
    }
    while (shortest % 100 == 0) {
      shortest /= 100;
      zeros += 2;
    }
    if (shortest % 10 == 0) {
      shortest /= 10;
      zeros++;
    }
    int count = LongFormatter.count(shortest);
    int first = count - 1 + exponent + zeros;
    return first >= LEAST_PLAIN && first < LEAST_BEYOND_PLAIN
        ? plain(shortest, count, first, target, at)
        : withExponent(shortest, count, first, target, at);
  }

  /// @param first the exponent of the first digit
  private static int plain(long digits, int count, int first, byte[] target, int at) {
    int places = count - 1 - first;
    if (places <= 0) {
      return DecimalFormatter.parts(digits * DecimalParser.ten(-places), 0, 1, target, at);
    }
    return first < 0
        ? DecimalFormatter.parts(0, digits, places, target, at)
        : pointed(digits, count, first + 1, target, at);
  }

  private static int withExponent(long digits, int count, int first, byte[] target, int at) {
    int end =
        count == 1
            ? DecimalFormatter.parts(digits, 0, 1, target, at)
            : pointed(digits, count, 1, target, at);
    target[end] = 'E';
    return LongFormatter.format(first, target, end + 1);
  }

  // Moving a few digits costs less than dividing by a power that is not known beforehand.
  private static int pointed(long digits, int count, int whole, byte[] target, int at) {
    LongFormatter.fill(digits, target, at + 1, count);
    for (int i = at; i < at + whole; i++) {
      target[i] = target[i + 1];
    }
    target[at + whole] = '.';
    return at + 1 + count;
  }
}
