package io.penstock.evaluate.run;

import io.penstock.report.Figures;
import java.util.List;

/// Measured values of one thing.
///
/// @param values ascending, at least one
record Sample(List<Double> values) {
  /// @throws IllegalArgumentException if there is no value
  Sample {
    values = values.stream().sorted().toList();
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no value was measured");
    }
  }

  /// The middle value, or the mean of the two in the middle.
  double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  /// The figures of runs, which keep their order.
  static Figures figures(List<Double> runs) {
    Sample sample = new Sample(runs);
    List<Double> sorted = sample.values;
    return new Figures(sample.median(), sorted.getFirst(), sorted.getLast(), runs.size(), runs);
  }
}
