package io.penstock.evaluate.check;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A comparison of a row's figure by the evaluation with that of the independent way, which is
/// repeated where both differ.
///
/// @param unit of the figures
/// @param attempts all that were made, of which the last one counts
/// @param missing what this machine lacks of one of both ways, in one line; empty where nothing is
record Comparison(Row row, String unit, List<Attempt> attempts, String missing) {
  /// So many attempts are made at most until both ways agree.
  static final int MOST_ATTEMPTS = 3;

  /// The share by which figures that agree may differ.
  static final double TOLERANCE = 0.05;

  /// A figure of the evaluation and one of the independent way, measured side by side.
  ///
  /// @param usual by the evaluation
  /// @param independent in the same unit
  record Attempt(double usual, double independent) {
    /// @throws IllegalArgumentException if a figure is not positive
    Attempt {
      if (!(usual > 0 && independent > 0)) {
        throw new IllegalArgumentException("no figures: " + usual + ", " + independent);
      }
    }

    /// The evaluation's figure for each of the independent way's.
    double ratio() {
      return usual / independent;
    }

    /// Whether both say the same.
    boolean agrees() {
      return Math.abs(ratio() - 1) <= TOLERANCE;
    }
  }

  /// Copies the list.
  Comparison {
    attempts = List.copyOf(attempts);
  }

  /// One for which nothing was measured yet.
  static Comparison of(Row row, String unit) {
    return new Comparison(row, unit, List.of(), "");
  }

  /// One that this machine cannot make.
  static Comparison missing(Row row, String reason) {
    return new Comparison(row, "", List.of(), reason);
  }

  /// With one more attempt.
  Comparison with(Attempt attempt) {
    List<Attempt> more = Stream.concat(attempts.stream(), Stream.of(attempt)).toList();
    return new Comparison(row, unit, more, missing);
  }

  /// Whether no further attempt is to be made.
  boolean isSettled() {
    return attempts.size() == MOST_ATTEMPTS || attempts.stream().anyMatch(Attempt::agrees);
  }

  /// Prints the head of a table of comparisons.
  static void printHead(PrintWriter out) {
    line(out, "figure of the evaluation", "second way", "evaluation", "second way", "ratio", "");
  }

  /// Prints a line of the table for each attempt.
  void print(PrintWriter out) {
    if (!missing.isEmpty()) {
      line(out, row.figure(), row.way(), "", "", "", "not measured: " + missing);
    }
    for (Attempt attempt : attempts) {
      line(
          out,
          row.figure(),
          row.way(),
          figure(attempt.usual()),
          figure(attempt.independent()),
          String.format(Locale.ROOT, "%.3f", attempt.ratio()),
          attempt.agrees() ? "agrees" : "differs");
    }
    out.flush();
  }

  private String figure(double figure) {
    int places = Math.clamp((int) (3 - Math.ceil(Math.log10(figure))), 0, 3);
    return String.format(Locale.ROOT, "%." + places + "f %s", figure, unit);
  }

  private static void line(PrintWriter out, Object... cells) {
    out.printf(Locale.ROOT, "%-45s %-20s %12s %12s %7s  %s%n", cells);
  }

  /// Whether the evaluation and the independent way contradict each other.
  boolean contradicts() {
    return !attempts.isEmpty() && !attempts.getLast().agrees();
  }
}
