package io.penstock.cli.plot;

import io.penstock.report.Svg;
import java.util.Map;
import java.util.TreeMap;

/// A self-contained SVG drawing of a figure, for light and dark backgrounds.
final class Drawing {
  /// Room for the numbers themselves, in pixels.
  static final Figure.Box BOX = new Figure.Box(720, 420);

  /// So many cells at most, so that a heat map of noise stays below a megabyte.
  private static final int MOST_CELLS = 360 * 210;

  private static final double LEFT = 90;
  private static final double TOP = 58;
  private static final double BELOW = 56;
  private static final double EDGE = 30;
  private static final double BAR = 110;
  private static final double BAR_WIDTH = 16;
  private static final double TICK = 5;
  private static final double TITLE_SIZE = 15;

  private static final String STYLE =
      """
      .chart .title { font-size: 15px; font-weight: 600; }
      .curve { fill: none; stroke: var(--link); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
      .band { fill: var(--link); stroke: var(--link); stroke-linejoin: round; }
      .blank { stroke: var(--c-2); }
      .cells { shape-rendering: crispEdges; }
      """;

  private final Figure figure;
  private final Svg.Frame frame;
  private final Svg svg;

  private Drawing(Figure figure, Figure.Box box, double bar) {
    this.figure = figure;
    frame = new Svg.Frame(LEFT, TOP, LEFT + box.width(), TOP + box.height());
    double title = LEFT + Svg.textWidth(figure.title(), TITLE_SIZE);
    double width = Math.max(frame.right() + bar, title) + EDGE;
    svg = new Svg(width, frame.bottom() + BELOW, figure.title(), "chart");
  }

  /// The cells that a plane of so many numbers is sampled in: pixels, or squares of four.
  static Figure.Box cells(long numbers) {
    return numbers <= MOST_CELLS ? BOX : new Figure.Box(BOX.width() / 2, BOX.height() / 2);
  }

  static String svg(Figure figure) {
    return figure.isLine()
        ? new Drawing(figure, BOX, 0).line().finished(STYLE)
        : new Drawing(figure, BOX.fit(figure.cut()), BAR).heat().finished(STYLE + ColorMap.style());
  }

  private String finished(String style) {
    svg.text(LEFT, TOP - 32, "title", figure.title());
    below();
    svg.line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), "axis");
    svg.line(frame.left(), frame.top(), frame.left(), frame.bottom(), "axis");
    return svg.standalone(style);
  }

  private Drawing line() {
    Range values = figure.values();
    Ticks ticks = Ticks.of(values, 7);
    for (double value : ticks.values()) {
      double y = frame.y(values.place(value));
      svg.line(frame.left(), y, frame.right(), y, "grid");
      leftLabel(y, ticks.label(value));
    }
    Grid grid = figure.grid();
    for (int from = 0; from < grid.columns(); from++) {
      int to = from;
      while (to < grid.columns() && !grid.isBlank(0, to)) {
        to++;
      }
      if (to > from) {
        stretch(from, to);
        from = to;
      }
    }
    return this;
  }

  /// Columns `from` to `to - 1`: where they hold several numbers each all that lies between the
  /// least and the largest, else a curve from one number to the next.
  private void stretch(int from, int to) {
    Grid grid = figure.grid();
    Range values = figure.values();
    StringBuilder path = new StringBuilder();
    for (int column = from; column < to; column++) {
      add(path, grid, column, values.place(grid.max(0, column)));
    }
    if (grid.columns() == figure.x().count()) {
      // A single number is a line without length, whose round ends are seen.
      svg.path(path + "h0", "curve");
      return;
    }
    for (int column = to - 1; column >= from; column--) {
      add(path, grid, column, values.place(grid.min(0, column)));
    }
    svg.path(path + "Z", "band");
  }

  private void add(StringBuilder path, Grid grid, int column, double place) {
    double x = frame.x((column + 0.5) / grid.columns());
    path.append(path.isEmpty() ? 'M' : 'L').append(Svg.number(x)).append(' ');
    path.append(Svg.number(frame.y(place)));
  }

  private Drawing heat() {
    Range values = figure.values();
    svg.inset(
        frame.left(), frame.top(), frame.width(), frame.height(), cells(figure.grid(), values));
    Ticks ticks = Figure.ticks(figure.y(), (int) Math.max(2, frame.height() / 50));
    for (double index : ticks.values()) {
      leftLabel(frame.top() + Figure.place(figure.y(), index) * frame.height(), ticks.label(index));
    }
    svg.text(LEFT - 9, TOP - 14, "axis-title end", figure.yName());
    bar(values);
    return this;
  }

  /// Cells of side 1, as lines: one for each run of a colour in a row.
  private static Svg cells(Grid grid, Range values) {
    Map<String, StringBuilder> runs = new TreeMap<>();
    for (int row = 0; row < grid.rows(); row++) {
      int from = 0;
      for (int to = 1; to <= grid.columns(); to++) {
        String css = css(grid, row, from, values);
        if (to == grid.columns() || !css.equals(css(grid, row, to, values))) {
          runs.computeIfAbsent(css, _ -> new StringBuilder())
              .append("M" + from + ' ' + row + ".5h" + (to - from));
          from = to;
        }
      }
    }
    Svg cells = new Svg(grid.columns(), grid.rows(), "numbers as colours", "cells");
    runs.forEach((css, path) -> cells.path(path.toString(), css));
    return cells;
  }

  private static String css(Grid grid, int row, int column, Range values) {
    double place = grid.place(row, column, values);
    return Double.isNaN(place) ? "blank" : ColorMap.css(place);
  }

  private void bar(Range values) {
    double left = frame.right() + 20;
    Svg colours = new Svg(1, ColorMap.STEPS, "all colours", "cells");
    for (int step = 0; step < ColorMap.STEPS; step++) {
      double y = ColorMap.STEPS - step - 0.5;
      colours.line(0, y, 1, y, ColorMap.css(step / (ColorMap.STEPS - 1.0)));
    }
    svg.inset(left, frame.top(), BAR_WIDTH, frame.height(), colours);
    Ticks ticks = Ticks.of(values, (int) Math.max(2, frame.height() / 40));
    for (double value : ticks.values()) {
      double y = frame.y(values.place(value));
      double right = left + BAR_WIDTH;
      svg.line(right, y, right + TICK, y, "axis");
      svg.text(right + 2 * TICK, y + 4, "tick", ticks.label(value));
    }
  }

  private void leftLabel(double y, String label) {
    svg.line(frame.left() - TICK, y, frame.left(), y, "axis");
    svg.text(frame.left() - 9, y + 4, "tick end", label);
  }

  private void below() {
    Ticks ticks = Figure.ticks(figure.x(), (int) Math.max(2, frame.width() / 90));
    for (double index : ticks.values()) {
      double x = frame.x(Figure.place(figure.x(), index));
      svg.line(x, frame.bottom(), x, frame.bottom() + TICK, "axis");
      svg.text(x, frame.bottom() + 20, "tick middle", ticks.label(index));
    }
    svg.text(frame.x(0.5), frame.bottom() + 42, "axis-title middle", figure.xName());
  }
}
