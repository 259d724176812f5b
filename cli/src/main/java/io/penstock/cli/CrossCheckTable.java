package io.penstock.cli;

import io.penstock.evaluate.check.Comparison;
import io.penstock.evaluate.check.CrossCheck;
import io.penstock.evaluate.check.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/// The table of a cross-check, which grows a line with each attempt that was made.
final class CrossCheckTable {
  private CrossCheckTable() {}

  /// Runs a cross-check and prints what it finds as it goes on.
  ///
  /// @return whether no row contradicts
  static boolean print(CrossCheck check, PrintWriter out) throws IOException, InterruptedException {
    line(out, "figure of the evaluation", "second way", "evaluation", "second way", "ratio", "");
    boolean agreed = check.run(comparison -> print(comparison, out));
    out.println(
        agreed
            ? "No row disagrees by more than 5 %."
            : "A row disagrees by more than 5 %: repeat it when nothing else runs.");
    out.flush();
    return agreed;
  }

  static void print(Comparison comparison, PrintWriter out) {
    Row row = comparison.row();
    if (!comparison.missing().isEmpty()) {
      line(out, row.figure(), row.way(), "", "", "", "not measured: " + comparison.missing());
    }
    for (Comparison.Attempt attempt : comparison.attempts()) {
      line(
          out,
          row.figure(),
          row.way(),
          figure(attempt.usual(), comparison.unit()),
          figure(attempt.independent(), comparison.unit()),
          String.format(Locale.ROOT, "%.3f", attempt.ratio()),
          attempt.agrees() ? "agrees" : "differs");
    }
    out.flush();
  }

  private static String figure(double figure, String unit) {
    int places = Math.clamp((int) (3 - Math.ceil(Math.log10(figure))), 0, 3);
    return String.format(Locale.ROOT, "%." + places + "f %s", figure, unit);
  }

  private static void line(PrintWriter out, Object... cells) {
    out.printf(Locale.ROOT, "%-45s %-20s %12s %12s %7s  %s%n", cells);
  }
}
