package io.penstock.cli.plot;

import io.penstock.report.Svg;
import io.penstock.report.Svg.Anchor;
import java.util.Map;
import java.util.TreeMap;

/// A drawing of a figure as SVG that needs nothing else and suits light and dark.
final class Drawing {
  /// Room for the numbers themselves, in pixels.
  static final Box BOX = new Box(720, 420);

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

  private Drawing(Figure figure, Box box, double bar) {
    this.figure = figure;
    frame = new Svg.Frame(LEFT, TOP, LEFT + box.width(), TOP + box.height());
    double title = LEFT + Svg.TextWidth.of(figure.title(), TITLE_SIZE);
    double width = Math.max(frame.right() + bar, title) + EDGE;
    svg = new Svg(width, frame.bottom() + BELOW, figure.title(), "chart");
  }

  /// The cells that a plane of so many numbers is sampled in: pixels, or squares of four.
  static Box cells(long numbers) {
    return numbers <= MOST_CELLS ? BOX : new Box(BOX.width() / 2, BOX.height() / 2);
  }

  static String svg(Figure figure) {
    return switch (figure) {
      case Figure.Line line -> new Drawing(line, BOX, 0).line(line).finished(STYLE);
      case Figure.Heat heat ->
          new Drawing(heat, BOX.fit(heat.y().count(), heat.x().count()), BAR)
              .heat(heat)
              .finished(STYLE + ColorMap.style());
    };
  }

  private String finished(String style) {
    svg.text(LEFT, TOP - 32, Anchor.START, "title", figure.title());
    below(figure.x());
    svg.line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), "axis");
    svg.line(frame.left(), frame.top(), frame.left(), frame.bottom(), "axis");
    return svg.standalone(style);
  }

  private Drawing line(Figure.Line line) {
    Ticks ticks = Ticks.of(line.values(), 7);
    for (double value : ticks.values()) {
      double y = frame.y(line.values().place(value));
      svg.line(frame.left(), y, frame.right(), y, "grid");
      leftLabel(y, ticks.label(value));
    }
    Grid grid = line.grid();
    for (int from = 0; from < grid.columns(); from++) {
      int to = from;
      while (to < grid.columns() && !grid.isBlank(0, to)) {
        to++;
      }
      if (to > from) {
        stretch(line, from, to);
        from = to;
      }
    }
    return this;
  }

  /// Columns `from` to `to - 1`: where they hold several numbers each all that lies between the
  /// least and the largest, else a curve from one number to the next.
  private void stretch(Figure.Line line, int from, int to) {
    Grid grid = line.grid();
    Range values = line.values();
    StringBuilder path = new StringBuilder();
    for (int column = from; column < to; column++) {
      add(path, grid, column, values.place(grid.max(0, column)));
    }
    if (grid.columns() == line.x().count()) {
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

  private Drawing heat(Figure.Heat heat) {
    svg.inset(
        frame.left(),
        frame.top(),
        frame.width(),
        frame.height(),
        cells(heat.grid(), heat.values()));
    Ticks ticks = Ticks.whole(heat.y().range(), (int) Math.max(2, frame.height() / 50));
    for (double index : ticks.values()) {
      leftLabel(frame.top() + heat.y().place(index) * frame.height(), ticks.label(index));
    }
    svg.text(LEFT - 9, TOP - 14, Anchor.END, "axis-title", heat.y().name());
    bar(heat.values());
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
      svg.text(right + 2 * TICK, y + 4, Anchor.START, "tick", ticks.label(value));
    }
  }

  private void leftLabel(double y, String label) {
    svg.line(frame.left() - TICK, y, frame.left(), y, "axis");
    svg.text(frame.left() - 9, y + 4, Anchor.END, "tick", label);
  }

  private void below(Axis axis) {
    Ticks ticks = Ticks.whole(axis.range(), (int) Math.max(2, frame.width() / 90));
    for (double index : ticks.values()) {
      double x = frame.x(axis.place(index));
      svg.line(x, frame.bottom(), x, frame.bottom() + TICK, "axis");
      svg.text(x, frame.bottom() + 20, Anchor.MIDDLE, "tick", ticks.label(index));
    }
    svg.text(frame.x(0.5), frame.bottom() + 42, Anchor.MIDDLE, "axis-title", axis.name());
  }
}
