package io.penstock.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A linear or logarithmic scale that maps figures to places along a line, 0 at its low and 1 at
/// its high end.
///
/// @param low end
/// @param high end
/// @param logarithmic whether the ends are two round figures (1, 2 or 5 times a power of ten)
///   outside the lowest and the highest figure, instead of zero and a round figure above the
///   highest
record Scale(double low, double high, boolean logarithmic) {
  /// Beyond this spread of figures a linear scale hides the small ones.
  private static final double LINEAR_SPREAD = 30;

  /// No scale reaches further: near the ends of what a double holds there is no room for round
  /// figures on both sides.
  private static final double LEAST = 1e-300;

  private static final double MOST = 1e300;
  private static final double[] STEPS = {1, 2, 2.5, 5, 10};
  private static final int[] MANTISSAS = {1, 2, 5};

  /// A linear scale from zero, or a logarithmic one where the figures spread too far for it.
  static Scale of(Collection<Figures> figures) {
    double least = figures.stream().mapToDouble(Figures::min).min().orElse(0);
    double most = figures.stream().mapToDouble(Figures::max).max().orElse(1);
    double low = least > 0 ? Math.clamp(least, LEAST, MOST) : 0;
    double high = most > 0 ? Math.clamp(most, LEAST, MOST) : 0;
    return low > 0 && high / low > LINEAR_SPREAD ? around(low, high) : fromZero(high);
  }

  private static Scale fromZero(double highest) {
    double top = highest > 0 ? highest : 1;
    double step = step(top, 5);
    return new Scale(0, Math.ceil(top / step - 1e-9) * step, false);
  }

  private static Scale around(double lowest, double highest) {
    List<Double> round = round(lowest / 11, highest * 11);
    double low = round.stream().filter(v -> v < lowest * (1 - 1e-9)).max(Double::compare).get();
    double high = round.stream().filter(v -> v >= highest * (1 - 1e-9)).findFirst().get();
    return new Scale(low, high, true);
  }

  /// The place of `value`, kept within 0 and 1.
  double place(double value) {
    if (logarithmic && value <= low) {
      return 0;
    }
    double place =
        logarithmic
            ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
            : (value - low) / (high - low);
    return Math.clamp(place, 0, 1);
  }

  /// The title of an axis with this scale.
  String title(String unit) {
    return unit + (logarithmic ? ", log scale" : "");
  }

  /// Round figures between the ends, ends included where they are round.
  ///
  /// @param most how many ticks there is room for, at least 2
  List<Double> ticks(int most) {
    return logarithmic ? logarithmicTicks(most) : linearTicks(most);
  }

  private List<Double> linearTicks(int most) {
    double step = step(high - low, most - 1);
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= (high - low) * (1 + 1e-9); i++) {
      ticks.add(low + i * step);
    }
    return ticks;
  }

  private static double step(double length, int parts) {
    double power = Math.pow(10, Math.floor(Math.log10(length / parts)));
    for (double step : STEPS) {
      if (step * power * parts >= length * (1 - 1e-9)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  private List<Double> logarithmicTicks(int most) {
    List<Double> all = round(low, high);
    if (all.size() <= most) {
      return all;
    }
    List<Double> decades = all.stream().filter(Scale::isPowerOfTen).toList();
    int every = Math.max(1, (decades.size() + most - 1) / most);
    List<Double> ticks = new ArrayList<>();
    for (int i = decades.size() - 1; i >= 0; i -= every) {
      ticks.addFirst(decades.get(i));
    }
    return ticks;
  }

  private static boolean isPowerOfTen(double value) {
    double exponent = Math.log10(value);
    return Math.abs(exponent - Math.rint(exponent)) < 1e-6;
  }

  private static List<Double> round(double from, double to) {
    List<Double> values = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      for (int mantissa : MANTISSAS) {
        double value = Double.parseDouble(mantissa + "e" + power);
        if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) {
          values.add(value);
        }
      }
    }
    return values;
  }
}
