package io.penstock.cli.plot;

import java.util.Base64;
import java.util.Locale;

/// Draws figures as SVG that needs nothing else and suits light and dark.
final class Drawing {
  static final Box BOX = new Box(90, 48, 720, 420);

  private static final String STYLE =
      """
      <style>
        svg { --paper: #ffffff; --ink: #222222; --faint: #e4e4e4; --curve: #1f5fa8; --blank: #bbbbbb; }
        @media (prefers-color-scheme: dark) {
          svg { --paper: #16181d; --ink: #d8dadf; --faint: #31343c; --curve: #7cb7ff; --blank: #4a4d55; }
        }
        text { font: 13px system-ui, sans-serif; fill: var(--ink); }
        .title { font-weight: 600; font-size: 15px; }
        .ink { stroke: var(--ink); }
        .faint { stroke: var(--faint); }
        .curve { fill: none; stroke: var(--curve); stroke-width: 1.5; stroke-linejoin: round; }
        .band { fill: var(--curve); stroke: var(--curve); stroke-width: 1; stroke-linejoin: round; }
      </style>
      """;

  private final Figure figure;
  private final Box box;
  private final StringBuilder body = new StringBuilder();

  private Drawing(Figure figure) {
    this.figure = figure;
    this.box =
        switch (figure) {
          case Figure.Line _ -> BOX;
          case Figure.Heat heat -> BOX.fit(heat.y().count(), heat.x().count());
        };
  }

  static String svg(Figure figure) {
    return new Drawing(figure).draw();
  }

  private String draw() {
    text(box.x(), box.y() - 16, "start", "title", figure.title());
    switch (figure) {
      case Figure.Line line -> line(line);
      case Figure.Heat heat -> heat(heat);
    }
    below(figure.x());
    line(box.x(), box.bottom(), box.right(), box.bottom(), "ink");
    line(box.x(), box.y(), box.x(), box.bottom(), "ink");
    int bar = figure instanceof Figure.Heat ? 110 : 0;
    // The title is drawn by the viewer's font: its width is a guess.
    int width = Math.max(box.right() + bar + 30, box.x() + 9 * figure.title().length() + 30);
    int height = box.bottom() + 56;
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
        <title>%s</title>
        %s<rect width="100%%" height="100%%" fill="var(--paper)"/>
        %s</svg>
        """,
        width,
        height,
        width,
        height,
        escaped(figure.title()),
        STYLE,
        body);
  }

  private void line(Figure.Line line) {
    Range values = line.values();
    Ticks ticks = Ticks.of(values, 7);
    for (double value : ticks.values()) {
      double y = box.bottom() - values.place(value) * box.height();
      line(box.x(), y, box.right(), y, "faint");
      leftLabel(y, ticks.label(value));
    }
    Grid grid = line.grid();
    boolean binned = grid.columns() < line.x().count();
    for (int from = 0; from < grid.columns(); from++) {
      int to = from;
      while (to < grid.columns() && !grid.isBlank(0, to)) {
        to++;
      }
      if (to > from) {
        body.append(binned ? band(grid, values, from, to) : curve(grid, values, from, to));
        from = to;
      }
    }
  }

  /// Numbers `from` to `to - 1`, from one to the next.
  private String curve(Grid grid, Range values, int from, int to) {
    StringBuilder points = new StringBuilder();
    for (int column = from; column < to; column++) {
      points.append(point(column, grid.columns(), values.place(grid.mean(0, column))));
    }
    // A single number is a line without length, which needs a round end to be seen.
    return String.format(
        Locale.ROOT,
        "<polyline class=\"curve\" stroke-linecap=\"round\" points=\"%s%s\"/>%n",
        points,
        to - from == 1 ? points : "");
  }

  /// All that lies between the least and the largest number of each column.
  private String band(Grid grid, Range values, int from, int to) {
    StringBuilder points = new StringBuilder();
    for (int column = from; column < to; column++) {
      points.append(point(column, grid.columns(), values.place(grid.max(0, column))));
    }
    for (int column = to - 1; column >= from; column--) {
      points.append(point(column, grid.columns(), values.place(grid.min(0, column))));
    }
    return String.format(Locale.ROOT, "<polygon class=\"band\" points=\"%s\"/>%n", points);
  }

  private String point(int column, int columns, double place) {
    return String.format(
        Locale.ROOT,
        "%.2f,%.2f ",
        box.x() + (column + 0.5) / columns * box.width(),
        box.bottom() - place * box.height());
  }

  private void heat(Figure.Heat heat) {
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"var(--blank)\"/>%n",
            box.x(),
            box.y(),
            box.width(),
            box.height()));
    byte[] cells = Png.encode(Picture.cells(heat, heat.grid().columns(), heat.grid().rows()));
    body.append(
        String.format(
            Locale.ROOT,
            "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" preserveAspectRatio=\"none\" style=\"image-rendering: pixelated\" href=\"data:image/png;base64,%s\"/>%n",
            box.x(),
            box.y(),
            box.width(),
            box.height(),
            Base64.getEncoder().encodeToString(cells)));
    Ticks ticks = Ticks.whole(heat.y().range(), Math.max(2, box.height() / 50));
    for (double index : ticks.values()) {
      leftLabel(box.y() + heat.y().place(index) * box.height(), ticks.label(index));
    }
    double middle = box.y() + box.height() / 2.0;
    body.append(
        String.format(
            Locale.ROOT,
            "<text x=\"18\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 18 %.1f)\">%s</text>%n",
            middle,
            middle,
            escaped(heat.y().name())));
    bar(heat.values());
  }

  private void bar(Range values) {
    StringBuilder stops = new StringBuilder();
    for (int i = 0; i <= 16; i++) {
      stops.append(
          String.format(
              Locale.ROOT,
              "<stop offset=\"%.4f\" stop-color=\"%s\"/>",
              i / 16.0,
              ColorMap.hex(i / 16.0)));
    }
    body.append(
        String.format(
            Locale.ROOT,
            "<defs><linearGradient id=\"colours\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">%s</linearGradient></defs>%n",
            stops));
    int x = box.right() + 20;
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"16\" height=\"%d\" fill=\"url(#colours)\"/>%n",
            x,
            box.y(),
            box.height()));
    Ticks ticks = Ticks.of(values, Math.max(2, box.height() / 40));
    for (double value : ticks.values()) {
      double y = box.bottom() - values.place(value) * box.height();
      line(x + 16, y, x + 21, y, "ink");
      text(x + 26, y + 4.5, "start", "label", ticks.label(value));
    }
  }

  private void leftLabel(double y, String label) {
    line(box.x() - 5, y, box.x(), y, "ink");
    text(box.x() - 9, y + 4.5, "end", "label", label);
  }

  private void below(Axis axis) {
    Ticks ticks = Ticks.whole(axis.range(), Math.max(2, box.width() / 90));
    for (double index : ticks.values()) {
      double x = box.x() + axis.place(index) * box.width();
      line(x, box.bottom(), x, box.bottom() + 5, "ink");
      text(x, box.bottom() + 20, "middle", "label", ticks.label(index));
    }
    text(box.x() + box.width() / 2.0, box.bottom() + 42, "middle", "label", axis.name());
  }

  private void line(double x1, double y1, double x2, double y2, String css) {
    body.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            css));
  }

  private void text(double x, double y, String anchor, String css, String text) {
    body.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            css,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
