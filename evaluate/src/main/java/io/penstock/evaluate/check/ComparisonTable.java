package io.penstock.evaluate.check;

import java.io.PrintWriter;
import java.util.Locale;

/// A table of comparisons, which grows a line with each attempt that was made.
final class ComparisonTable {
  private final PrintWriter out;

  ComparisonTable(PrintWriter out) {
    this.out = out;
  }

  void begin() {
    line("figure of the evaluation", "second way", "evaluation", "second way", "ratio", "");
  }

  void add(Comparison comparison) {
    Row row = comparison.row();
    if (!comparison.missing().isEmpty()) {
      line(row.figure(), row.way(), "", "", "", "not measured: " + comparison.missing());
    }
    for (Comparison.Attempt attempt : comparison.attempts()) {
      line(
          row.figure(),
          row.way(),
          figure(attempt.usual(), comparison.unit()),
          figure(attempt.independent(), comparison.unit()),
          String.format(Locale.ROOT, "%.3f", attempt.ratio()),
          attempt.agrees() ? "agrees" : "differs");
    }
    out.flush();
  }

  void end(boolean agreed) {
    out.println(
        agreed
            ? "No row disagrees by more than 5 %."
            : "A row disagrees by more than 5 %: repeat it when nothing else runs.");
    out.flush();
  }

  private static String figure(double figure, String unit) {
    int places = Math.clamp((int) (3 - Math.ceil(Math.log10(figure))), 0, 3);
    return String.format(Locale.ROOT, "%." + places + "f %s", figure, unit);
  }

  private void line(Object... cells) {
    out.printf(Locale.ROOT, "%-45s %-20s %12s %12s %7s  %s%n", cells);
  }
}
