package io.penstock.cli.plot;

import io.penstock.cli.array.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A drawing of figures in characters.
///
/// With colours a character is two square dots, one above the other; without them a heat map is
/// drawn in shades, and a line in half blocks, or in ASCII where there are none.
final class Sketch {
  private static final int MARGIN = 9;
  private static final String SHADES = " .:-=+*#%@";
  private static final String RESET = "\033[0m";
  private static final int CURVE = 0x5fa8e8;
  private static final int BAR = 32;

  private final int columns;
  private final int rows;
  private final boolean colour;
  private final boolean unicode;

  /// @param columns of the whole sketch
  /// @param rows of the drawing alone
  /// @param colour whether escape sequences for colours are understood
  /// @param unicode whether block elements are
  Sketch(int columns, int rows, boolean colour, boolean unicode) {
    this.columns = columns;
    this.rows = rows;
    this.colour = colour;
    this.unicode = unicode;
  }

  // Of a heat map; shades cannot be split.
  private int dotsInRow() {
    return colour && unicode ? 2 : 1;
  }

  /// The dots of a plane.
  Figure.Box plane(Cut cut) {
    // Always two dots to a row here, for the proportions.
    Figure.Box fitted = new Figure.Box(columns - MARGIN - 1, 2 * rows).fit(cut);
    int lines = Math.max(1, (fitted.height() + 1) / 2);
    return new Figure.Box(fitted.width(), lines * dotsInRow());
  }

  /// The lines of a drawing, the title first.
  List<String> draw(Figure figure) {
    List<String> lines = new ArrayList<>();
    lines.add(figure.title());
    if (figure.isLine()) {
      line(figure, lines);
    } else {
      heat(figure, lines);
    }
    return lines;
  }

  private void line(Figure line, List<String> lines) {
    int dots = unicode ? 2 * rows : rows;
    int across = columns - MARGIN - 1;
    Range values = line.values();
    boolean[][] set = new boolean[dots][across];
    for (int column = 0; column < across; column++) {
      Range stroke = stroke(line.grid(), column, across);
      if (!stroke.isEmpty()) {
        int top = dot(values.place(stroke.high()), dots);
        int bottom = dot(values.place(stroke.low()), dots);
        for (int row = top; row <= bottom; row++) {
          set[row][column] = true;
        }
      }
    }
    String[] labels = valueLabels(values);
    for (int row = 0; row < rows; row++) {
      lines.add(labels[row] + "|" + coloured(row(set, row)));
    }
    below(line, lines, across);
  }

  private static int dot(double place, int dots) {
    return dots - 1 - (int) Math.min(dots - 1.0, place * dots);
  }

  private String row(boolean[][] set, int row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < set[0].length; column++) {
      if (unicode) {
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
    return colour ? foreground(CURVE) + text + RESET : text;
  }

  private String[] valueLabels(Range values) {
    String[] labels = new String[rows];
    Arrays.fill(labels, " ".repeat(MARGIN));
    Ticks ticks = Ticks.of(values, Math.max(2, rows / 4));
    for (double value : ticks.values()) {
      labels[dot(values.place(value), rows)] = right(ticks.label(value));
    }
    return labels;
  }

  private static String right(String label) {
    return " ".repeat(Math.max(0, MARGIN - 1 - label.length())) + label + " ";
  }

  private void heat(Figure heat, List<String> lines) {
    Figure.Box box = plane(heat.cut());
    int down = box.height() / dotsInRow();
    String[] labels = new String[down];
    Arrays.fill(labels, " ".repeat(MARGIN));
    Ticks ticks = Figure.ticks(heat.y(), Math.max(2, down / 4));
    for (double index : ticks.values()) {
      int row = (int) Math.min(down - 1.0, Figure.place(heat.y(), index) * down);
      labels[row] = right(ticks.label(index));
    }
    List<double[]> places = places(heat, box);
    for (int row = 0; row < down; row++) {
      String cells =
          dotsInRow() == 2
              ? blocks(places.get(2 * row), places.get(2 * row + 1))
              : shades(places.get(row));
      lines.add(labels[row] + "|" + cells);
    }
    below(heat, lines, box.width());
    lines.add(bar(heat.values()));
  }

  /// The relative position of each dot in the range of all numbers, in rows; NaN for blank dots.
  private static List<double[]> places(Figure heat, Figure.Box box) {
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
      if (dotsInRow() == 2) {
        bar.append(foreground(ColorMap.at(place))).append('█');
      } else {
        bar.append(shade(place));
      }
    }
    return bar.append(colour ? RESET : "")
        .append(' ')
        .append(Ticks.number(values.high()))
        .toString();
  }

  private static void below(Figure figure, List<String> lines, int across) {
    char[] rule = "-".repeat(across).toCharArray();
    StringBuilder labels = new StringBuilder();
    Ticks ticks = Figure.ticks(figure.x(), Math.max(2, across / 16));
    boolean ascending = figure.x().step() > 0;
    for (double index : ascending ? ticks.values() : ticks.values().reversed()) {
      int at = (int) Math.min(across - 1.0, Figure.place(figure.x(), index) * across);
      rule[at] = '+';
      String label = ticks.label(index);
      int from = Math.max(0, at - label.length() / 2);
      if (from > labels.length() || labels.isEmpty()) {
        labels.append(" ".repeat(from - labels.length())).append(label);
      }
    }
    String name = figure.xName();
    lines.add(" ".repeat(MARGIN) + "+" + new String(rule));
    lines.add(" ".repeat(MARGIN + 1) + labels);
    lines.add(" ".repeat(MARGIN + 1 + Math.max(0, (across - name.length()) / 2)) + name);
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

  /// The range of numbers that a column of a line shows, empty where there are none. A column
  /// between two numbers shows the straight line between them.
  private static Range stroke(Grid grid, int column, int columns) {
    return grid.columns() >= columns
        ? binned(grid, column, columns)
        : between(grid, column, columns);
  }

  private static Range binned(Grid grid, int column, int columns) {
    int end = (int) Grid.edge(grid.columns(), columns, column + 1);
    Range range = Range.EMPTY;
    for (int cell = (int) Grid.edge(grid.columns(), columns, column); cell < end; cell++) {
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
