package io.penstock.report;

/// Figures in words, for the tips under the pointer.
final class Describe {
  private Describe() {}

  static String figures(Figures figures, String unit) {
    return Numbers.figure(figures.median())
        + " "
        + unit
        + " (min "
        + Numbers.figure(figures.min())
        + ", max "
        + Numbers.figure(figures.max())
        + ", "
        + figures.runs()
        + (figures.runs() == 1 ? " run)" : " runs)");
  }
}
