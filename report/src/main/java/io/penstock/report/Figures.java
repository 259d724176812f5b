package io.penstock.report;

/// The figures of several runs of one approach, in the unit of their experiment.
///
/// @param median of all runs
/// @param min the smallest, which is the worst run where higher is better
/// @param max the largest
/// @param runs how many runs these come from
public record Figures(double median, double min, double max, int runs) {
  /// @throws IllegalArgumentException if a figure is negative or not finite, if the median is not
  ///   between minimum and maximum, or if there was no run
  public Figures {
    if (!(0 <= min && min <= median && median <= max && max < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "figures must be finite and 0 <= min <= median <= max: min "
              + min
              + ", median "
              + median
              + ", max "
              + max);
    }
    Checks.atLeast(1, runs, "runs");
  }

  /// Whether the two ranges, ends included, have a figure in common.
  public boolean overlaps(Figures other) {
    return min <= other.max && other.min <= max;
  }
}
