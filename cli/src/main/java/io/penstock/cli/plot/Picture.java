package io.penstock.cli.plot;

import java.util.List;

/// Draws figures as PNG, on white.
final class Picture {
  /// Room for the numbers themselves.
  static final Box BOX = new Box(120, 60, 960, 640);

  private static final int SIZE = 2;
  private static final int LINE_HEIGHT = Glyphs.HEIGHT * SIZE;
  private static final int TICK = 8;
  private static final int GAP = 8;
  private static final int BAR_WIDTH = 24;
  private static final int BAR_LABELS = 110;
  private static final double PEN = 2;

  private static final int PAPER = 0xffffff;
  private static final int INK = 0x222222;
  private static final int FAINT = 0xe4e4e4;
  private static final int BLANK = 0xbbbbbb;
  private static final int CURVE = 0x1f5fa8;

  private final Figure figure;
  private final Box box;
  private final Raster raster;

  private Picture(Figure figure) {
    this.figure = figure;
    this.box =
        switch (figure) {
          case Figure.Line _ -> BOX;
          case Figure.Heat heat -> BOX.fit(heat.y().count(), heat.x().count());
        };
    int right = box.right() + (figure instanceof Figure.Heat ? BAR_WIDTH + BAR_LABELS : 0);
    int title = BOX.x() + Raster.textWidth(figure.title(), SIZE);
    this.raster = new Raster(Math.max(right, title) + 5 * GAP, box.bottom() + 80);
    raster.fill(0, 0, raster.width(), raster.height(), PAPER);
  }

  static byte[] png(Figure figure) {
    return Png.encode(new Picture(figure).draw());
  }

  private Raster draw() {
    raster.text(box.x(), box.y() - LINE_HEIGHT - 2 * GAP, figure.title(), SIZE, INK);
    switch (figure) {
      case Figure.Line line -> line(line);
      case Figure.Heat heat -> heat(heat);
    }
    below(figure.x());
    frame();
    return raster;
  }

  private void line(Figure.Line line) {
    Range values = line.values();
    Ticks ticks = Ticks.of(values, 8);
    for (double value : ticks.values()) {
      int y = height(values, value);
      raster.fill(box.x(), y, box.width(), 1, FAINT);
      leftLabel(y, ticks.label(value));
    }
    List<Range> strokes = Strokes.of(line.grid(), box.width());
    for (int column = 0; column < strokes.size(); column++) {
      Range stroke = strokes.get(column);
      if (!stroke.isEmpty()) {
        double top = box.bottom() - values.place(stroke.high()) * box.height();
        double bottom = box.bottom() - values.place(stroke.low()) * box.height();
        raster.stroke(box.x() + column, top - PEN / 2, bottom + PEN / 2, CURVE);
        // A steep line is as broad as a flat one.
        raster.stroke(box.x() + column + 1, top, bottom, CURVE);
      }
    }
  }

  private int height(Range values, double value) {
    return box.bottom() - 1 - (int) Math.round(values.place(value) * (box.height() - 1));
  }

  private void heat(Figure.Heat heat) {
    Raster cells = cells(heat, box.width(), box.height());
    for (int y = 0; y < box.height(); y++) {
      for (int x = 0; x < box.width(); x++) {
        int color = cells.at(x, y);
        raster.set(box.x() + x, box.y() + y, color == 0 ? BLANK : color);
      }
    }
    Ticks ticks = Ticks.whole(heat.y().range(), box.height() / 80);
    for (double index : ticks.values()) {
      leftLabel(box.y() + (int) (heat.y().place(index) * box.height()), ticks.label(index));
    }
    int middle = box.y() + (box.height() + Raster.textWidth(heat.y().name(), SIZE)) / 2;
    raster.textUpwards(GAP, middle, heat.y().name(), SIZE, INK);
    bar(heat.values());
  }

  /// The cells of a heat map alone, blank ones transparent.
  static Raster cells(Figure.Heat heat, int width, int height) {
    Raster cells = new Raster(width, height);
    Grid grid = heat.grid();
    Range values = heat.values();
    for (int y = 0; y < height; y++) {
      int row = (int) ((long) y * grid.rows() / height);
      for (int x = 0; x < width; x++) {
        int column = (int) ((long) x * grid.columns() / width);
        if (!grid.isBlank(row, column)) {
          cells.set(x, y, ColorMap.at(values.place(grid.mean(row, column))));
        }
      }
    }
    return cells;
  }

  private void bar(Range values) {
    int x = box.right() + 3 * GAP;
    for (int y = 0; y < box.height(); y++) {
      double place = 1 - y / (box.height() - 1.0);
      raster.fill(x, box.y() + y, BAR_WIDTH, 1, ColorMap.at(place));
    }
    Ticks ticks = Ticks.of(values, Math.max(2, box.height() / 60));
    for (double value : ticks.values()) {
      int y = height(values, value);
      raster.fill(x + BAR_WIDTH, y, TICK, 1, INK);
      raster.text(x + BAR_WIDTH + TICK + GAP, y - LINE_HEIGHT / 2, ticks.label(value), SIZE, INK);
    }
  }

  private void leftLabel(int y, String label) {
    raster.fill(box.x() - TICK, y, TICK, 1, INK);
    int x = box.x() - TICK - GAP - Raster.textWidth(label, SIZE);
    raster.text(x, y - LINE_HEIGHT / 2, label, SIZE, INK);
  }

  private void below(Axis axis) {
    Ticks ticks = Ticks.whole(axis.range(), Math.max(2, box.width() / 140));
    for (double index : ticks.values()) {
      int x = box.x() + (int) (axis.place(index) * box.width());
      raster.fill(x, box.bottom(), 1, TICK, INK);
      String label = ticks.label(index);
      raster.text(
          x - Raster.textWidth(label, SIZE) / 2, box.bottom() + TICK + GAP, label, SIZE, INK);
    }
    int middle = box.x() + (box.width() - Raster.textWidth(axis.name(), SIZE)) / 2;
    raster.text(middle, box.bottom() + TICK + 3 * GAP + LINE_HEIGHT, axis.name(), SIZE, INK);
  }

  private void frame() {
    raster.fill(box.x(), box.bottom(), box.width(), 1, INK);
    raster.fill(box.x() - 1, box.y(), 1, box.height() + 1, INK);
  }
}
