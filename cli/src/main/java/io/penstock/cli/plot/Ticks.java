package io.penstock.cli.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// Round numbers along an axis, evenly spaced: 1, 2 or 5 times a power of ten apart.
///
/// @param step from one to the next
/// @param values in growing order
record Ticks(double step, List<Double> values) {
  private static final int LONGEST = 7;

  /// So many steps from 0 on numbers are too close together to be counted: the range is a single
  /// number but for rounding.
  private static final double MOST_STEPS = 0x1p52;

  /// @param most how many there is room for
  static Ticks of(Range range, int most) {
    double length = range.high() - range.low();
    if (!(length > 0) || Double.isInfinite(length)) {
      return new Ticks(0, List.of(range.low()));
    }
    double step = step(length / Math.max(1, most));
    double slack = length / step * 1e-9;
    double first = Math.ceil(range.low() / step - slack);
    double last = Math.floor(range.high() / step + slack);
    if (!(Math.max(Math.abs(first), Math.abs(last)) < MOST_STEPS)) {
      return new Ticks(0, List.of(range.low()));
    }
    List<Double> values = new ArrayList<>();
    for (long k = (long) first; k <= last; k++) {
      values.add(k * step + 0.0); // not -0
    }
    return new Ticks(step, values);
  }

  /// Ticks at whole numbers.
  static Ticks whole(Range range, int most) {
    Ticks ticks = of(range, most);
    return ticks.step >= 1 ? ticks : of(range, (int) Math.max(1, range.high() - range.low()));
  }

  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int factor : new int[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /// The label of a tick, with no more digits than distinguish it from its neighbours.
  String label(double value) {
    if (step == 0) {
      return number(value);
    }
    int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    BigDecimal rounded =
        new BigDecimal(value).setScale(Math.min(digits, 320), RoundingMode.HALF_EVEN);
    String plain = rounded.signum() == 0 ? "0" : rounded.toPlainString();
    return plain.length() <= LONGEST ? plain : scientific(rounded);
  }

  /// Any number with four significant digits.
  static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4));
    String plain = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return plain.length() <= LONGEST ? plain : scientific(rounded);
  }

  private static String scientific(BigDecimal value) {
    BigDecimal short4 = value.round(new MathContext(4)).stripTrailingZeros();
    int exponent = short4.precision() - short4.scale() - 1;
    return short4.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
  }
}
