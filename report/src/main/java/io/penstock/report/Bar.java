package io.penstock.report;

/// Bars of block elements, an eighth of a column exact, and their likeness in ASCII.
final class Bar {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

  private Bar() {}

  /// A bar over `part` (0 to 1) of `columns` columns; anything above zero shows.
  static String of(double part, int columns, boolean unicode) {
    if (!unicode) {
      return "#".repeat((int) Math.ceil(part * columns));
    }
    long eighths = Math.max(part > 0 ? 1 : 0, Math.round(part * columns * 8));
    int rest = (int) (eighths % 8);
    return "█".repeat((int) (eighths / 8)) + (rest == 0 ? "" : EIGHTHS.charAt(rest));
  }

  /// One column, `part` (0 to 1) of its height.
  static char column(double part) {
    return HEIGHTS.charAt((int) Math.clamp(Math.floor(part * 8), 0, 7));
  }
}
