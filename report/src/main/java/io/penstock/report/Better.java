package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The direction in which an experiment's figures are good.
public enum Better {
  /// A rate: GB/s, lines/s.
  HIGHER,
  /// A cost: seconds, nanoseconds or bytes per call.
  LOWER;

  /// How many times better `value` is than `reference`: above 1 it is better, whatever the unit.
  ///
  /// @return infinity or NaN where a figure of zero stands in the denominator
  public double ratio(double value, double reference) {
    return switch (this) {
      case HIGHER -> value / reference;
      case LOWER -> reference / value;
    };
  }

  /// The same, where two figures of zero (bytes allocated in one call, say) are as good as each
  /// other.
  ///
  /// @return infinity where only the worse of the two rates, or the better of the two costs, is
  ///   zero
  double comparison(double value, double reference) {
    return value == reference ? 1 : ratio(value, reference);
  }

  /// The order of figures in which the best comes first.
  <T> Comparator<T> fastestFirst(ToDoubleFunction<T> figure) {
    Comparator<T> ascending = Comparator.comparingDouble(figure);
    return switch (this) {
      case HIGHER -> ascending.reversed();
      case LOWER -> ascending;
    };
  }

  /// `higher` or `lower`.
  @JsonValue
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
