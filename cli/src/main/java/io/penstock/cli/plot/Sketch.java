package io.penstock.cli.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Draws figures in characters.
///
/// With colours a character is two square dots, one above the other; without them a heat map is
/// drawn in shades, and a line in half blocks, or in ASCII where there are none.
final class Sketch {
  private static final int MARGIN = 9;
  private static final String SHADES = " .:-=+*#%@";
  private static final String RESET = "\033[0m";
  private static final int CURVE = 0x5fa8e8;
  private static final int BAR = 32;

  private final Figure figure;
  private final Paper paper;

  private Sketch(Figure figure, Paper paper) {
    this.figure = figure;
    this.paper = paper;
  }

  /// What the characters may be.
  ///
  /// @param columns of the whole sketch
  /// @param rows of the drawing alone
  record Paper(int columns, int rows, boolean colour, boolean unicode) {
    /// In a heat map; shades cannot be split.
    int dotsInRow() {
      return colour && unicode ? 2 : 1;
    }

    /// The dots of a plane.
    Box plane(long high, long wide) {
      // Always two dots to a row here, for the proportions.
      Box fitted = new Box(columns - MARGIN - 1, 2 * rows).fit(high, wide);
      int lines = Math.max(1, (fitted.height() + 1) / 2);
      return new Box(fitted.width(), lines * dotsInRow());
    }
  }

  static List<String> draw(Figure figure, Paper paper) {
    List<String> lines = new ArrayList<>();
    lines.add(figure.title());
    Sketch sketch = new Sketch(figure, paper);
    switch (figure) {
      case Figure.Line line -> sketch.line(line, lines);
      case Figure.Heat heat -> sketch.heat(heat, lines);
    }
    return lines;
  }

  private void line(Figure.Line line, List<String> lines) {
    int dots = paper.unicode ? 2 * paper.rows : paper.rows;
    int columns = paper.columns - MARGIN - 1;
    Range values = line.values();
    boolean[][] set = new boolean[dots][columns];
    List<Range> strokes = Strokes.of(line.grid(), columns);
    for (int column = 0; column < columns; column++) {
      Range stroke = strokes.get(column);
      if (!stroke.isEmpty()) {
        int top = dot(values.place(stroke.high()), dots);
        int bottom = dot(values.place(stroke.low()), dots);
        for (int row = top; row <= bottom; row++) {
          set[row][column] = true;
        }
      }
    }
    String[] labels = valueLabels(values);
    for (int row = 0; row < paper.rows; row++) {
      lines.add(labels[row] + "|" + coloured(row(set, row)));
    }
    below(lines, columns);
  }

  private static int dot(double place, int dots) {
    return dots - 1 - (int) Math.min(dots - 1.0, place * dots);
  }

  private String row(boolean[][] set, int row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < set[0].length; column++) {
      if (paper.unicode) {
        boolean upper = set[2 * row][column];
        boolean lower = set[2 * row + 1][column];
        line.append(upper ? lower ? '█' : '▀' : lower ? '▄' : ' ');
      } else {
        line.append(set[row][column] ? '#' : ' ');
      }
    }
    return line.toString().stripTrailing();
  }

  private String coloured(String text) {
    return paper.colour ? foreground(CURVE) + text + RESET : text;
  }

  private String[] valueLabels(Range values) {
    String[] labels = new String[paper.rows];
    Arrays.fill(labels, " ".repeat(MARGIN));
    Ticks ticks = Ticks.of(values, Math.max(2, paper.rows / 4));
    for (double value : ticks.values()) {
      labels[dot(values.place(value), paper.rows)] = right(ticks.label(value));
    }
    return labels;
  }

  private static String right(String label) {
    return " ".repeat(Math.max(0, MARGIN - 1 - label.length())) + label + " ";
  }

  private void heat(Figure.Heat heat, List<String> lines) {
    Box box = paper.plane(heat.y().count(), heat.x().count());
    int rows = box.height() / paper.dotsInRow();
    String[] labels = new String[rows];
    Arrays.fill(labels, " ".repeat(MARGIN));
    Ticks ticks = Ticks.whole(heat.y().range(), Math.max(2, rows / 4));
    for (double index : ticks.values()) {
      int row = (int) Math.min(rows - 1.0, heat.y().place(index) * rows);
      labels[row] = right(ticks.label(index));
    }
    List<double[]> places = places(heat, box);
    for (int row = 0; row < rows; row++) {
      String cells =
          paper.dotsInRow() == 2
              ? blocks(places.get(2 * row), places.get(2 * row + 1))
              : shades(places.get(row));
      lines.add(labels[row] + "|" + cells);
    }
    below(lines, box.width());
    lines.add(bar(heat.values()));
  }

  /// Where among all numbers those of each dot lie, in rows; NaN where there are none.
  private static List<double[]> places(Figure.Heat heat, Box box) {
    Grid grid = heat.grid();
    Range values = heat.values();
    List<double[]> places = new ArrayList<>();
    for (int y = 0; y < box.height(); y++) {
      int row = (int) ((long) y * grid.rows() / box.height());
      places.add(
          IntStream.range(0, box.width())
              .map(x -> (int) ((long) x * grid.columns() / box.width()))
              .mapToDouble(column -> grid.place(row, column, values))
              .toArray());
    }
    return places;
  }

  private static String blocks(double[] upper, double[] lower) {
    StringBuilder line = new StringBuilder();
    String last = "";
    for (int x = 0; x < upper.length; x++) {
      // What is blank shows the terminal's own background.
      String colours = RESET;
      colours += Double.isNaN(upper[x]) ? "" : foreground(ColorMap.at(upper[x]));
      colours += Double.isNaN(lower[x]) ? "" : background(ColorMap.at(lower[x]));
      line.append(colours.equals(last) ? "" : colours).append(Double.isNaN(upper[x]) ? ' ' : '▀');
      last = colours;
    }
    return line.append(RESET).toString();
  }

  private static String shades(double[] places) {
    StringBuilder line = new StringBuilder();
    for (double place : places) {
      line.append(Double.isNaN(place) ? '?' : shade(place));
    }
    return line.toString().stripTrailing();
  }

  private static char shade(double place) {
    return SHADES.charAt((int) Math.min(SHADES.length() - 1.0, place * SHADES.length()));
  }

  private String bar(Range values) {
    StringBuilder bar = new StringBuilder(" ".repeat(MARGIN + 1));
    bar.append(Ticks.number(values.low())).append(' ');
    for (int i = 0; i < BAR; i++) {
      double place = i / (BAR - 1.0);
      if (paper.dotsInRow() == 2) {
        bar.append(foreground(ColorMap.at(place))).append('█');
      } else {
        bar.append(shade(place));
      }
    }
    return bar.append(paper.colour ? RESET : "")
        .append(' ')
        .append(Ticks.number(values.high()))
        .toString();
  }

  private void below(List<String> lines, int columns) {
    Axis axis = figure.x();
    Ticks ticks = Ticks.whole(axis.range(), Math.max(2, columns / 16));
    char[] rule = "-".repeat(columns).toCharArray();
    StringBuilder labels = new StringBuilder();
    for (double index : ordered(ticks, axis)) {
      int at = (int) Math.min(columns - 1.0, axis.place(index) * columns);
      rule[at] = '+';
      String label = ticks.label(index);
      int from = Math.max(0, at - label.length() / 2);
      if (from > labels.length() || labels.isEmpty()) {
        labels.append(" ".repeat(from - labels.length())).append(label);
      }
    }
    lines.add(" ".repeat(MARGIN) + "+" + new String(rule));
    lines.add(" ".repeat(MARGIN + 1) + labels);
    lines.add(
        " ".repeat(MARGIN + 1 + Math.max(0, (columns - axis.name().length()) / 2)) + axis.name());
  }

  private static List<Double> ordered(Ticks ticks, Axis axis) {
    return axis.step() > 0 ? ticks.values() : ticks.values().reversed();
  }

  private static String foreground(int rgb) {
    return "\033[38;2;" + channels(rgb);
  }

  private static String background(int rgb) {
    return "\033[48;2;" + channels(rgb);
  }

  private static String channels(int rgb) {
    return (rgb >> 16 & 0xff) + ";" + (rgb >> 8 & 0xff) + ";" + (rgb & 0xff) + "m";
  }

  /// A line as upright strokes, one for each column of a picture.
  private static final class Strokes {
    private Strokes() {}

    /// The numbers that each column shows, empty where there are none. Columns between two numbers
    /// show the straight line between them.
    static List<Range> of(Grid grid, int columns) {
      List<Range> strokes = new ArrayList<>();
      for (int column = 0; column < columns; column++) {
        strokes.add(
            grid.columns() >= columns
                ? binned(grid, column, columns)
                : between(grid, column, columns));
      }
      return strokes;
    }

    private static Range binned(Grid grid, int column, int columns) {
      Bins bins = new Bins(grid.columns(), columns);
      Range range = Range.EMPTY;
      for (int cell = (int) bins.edge(column); cell < bins.edge(column + 1); cell++) {
        if (!grid.isBlank(0, cell)) {
          range = range.with(grid.min(0, cell)).with(grid.max(0, cell));
        }
      }
      return range;
    }

    private static Range between(Grid grid, int column, int columns) {
      double scale = grid.columns() / (double) columns;
      double left = value(grid, column * scale - 0.5);
      double right = value(grid, (column + 1) * scale - 0.5);
      return Double.isNaN(left) || Double.isNaN(right)
          ? Range.EMPTY
          : Range.EMPTY.with(left).with(right);
    }

    /// The line's height at a place in cells; NaN before its first number, behind its last one and
    /// beside blank cells. A single number is a line all across.
    private static double value(Grid grid, double place) {
      double kept = Math.clamp(place, 0, grid.columns() - 1);
      if (kept != place && grid.columns() > 1) {
        return Double.NaN;
      }
      int before = (int) kept;
      int after = Math.min(before + 1, grid.columns() - 1);
      if (grid.isBlank(0, before) || grid.isBlank(0, after)) {
        return Double.NaN;
      }
      double share = kept - before;
      return grid.mean(0, before) * (1 - share) + grid.mean(0, after) * share;
    }
  }
}
