package io.penstock.report;

import io.penstock.report.Svg.Frame;
import java.util.List;

/// Horizontal bars, the fastest first, with whiskers from the slowest to the fastest run and the
/// median beside each. On a logarithmic scale, where the length of a bar means nothing, dots.
final class BarChart {
  private static final double FONT = 13;
  private static final double BAR = 13;
  private static final double TOP = 22;
  private static final double BOTTOM = 26;
  private static final double GAP = 8;

  private final ExperimentOutcome experiment;
  private final boolean narrow;
  private final double width;
  private final Scale scale;
  private final Frame frame;
  private final List<Result> rows;
  private final List<String> names;
  private final double step;

  private BarChart(ExperimentOutcome experiment, double width, boolean narrow) {
    this.experiment = experiment;
    this.width = width;
    this.narrow = narrow;
    rows = experiment.fastestFirst();
    names = rows.stream().map(experiment.labels()).toList();
    step = narrow ? 38 : 24;
    List<String> medians = rows.stream().map(row -> median(row.figures())).toList();
    double right = Svg.widest(medians, FONT) + GAP + 4;
    double left = narrow ? 6 : Math.min(Svg.widest(names, FONT), width * 0.4) + GAP;
    frame = new Frame(left, TOP, width - right, TOP + step * rows.size());
    scale = Scale.of(rows.stream().map(Result::figures).toList());
  }

  static BarChart wide(ExperimentOutcome experiment, double width) {
    return new BarChart(experiment, width, false);
  }

  static BarChart narrow(ExperimentOutcome experiment, double width) {
    return new BarChart(experiment, width, true);
  }

  Frame frame() {
    return frame;
  }

  Scale scale() {
    return scale;
  }

  List<Result> rows() {
    return rows;
  }

  String svg() {
    Svg svg =
        new Svg(
            width,
            frame.bottom() + BOTTOM,
            experiment.title() + ", bars",
            narrow ? "chart narrow" : "chart wide");
    axis(svg, frame, scale, experiment.unit(), narrow, TOP - 9, 16);
    for (int i = 0; i < rows.size(); i++) {
      row(svg, names.get(i), rows.get(i), TOP + step * i + (narrow ? step - 11 : step / 2));
    }
    return svg.toString();
  }

  /// Draws the axis of figures.
  ///
  /// @param title base line of the unit
  /// @param below from the frame down to the ticks' base line
  static void axis(
      Svg svg, Frame frame, Scale scale, String unit, boolean narrow, double title, double below) {
    svg.text(frame.left(), title, "axis-title", scale.title(unit));
    for (double tick : scale.ticks(narrow ? 4 : 7)) {
      double x = frame.x(scale.place(tick));
      svg.line(x, frame.top(), x, frame.bottom(), "grid");
      svg.text(x, frame.bottom() + below, "tick middle", Numbers.tick(tick));
    }
    svg.line(frame.left(), frame.top(), frame.left(), frame.bottom(), "axis");
  }

  /// Draws the name of a row: beside it, or above it where there is no room beside.
  ///
  /// @param right end of a name above it
  /// @param above from the row's middle up to the base line of a name above it; 0 for one beside it
  static void name(Svg svg, Frame frame, String name, double y, double right, double above) {
    if (above > 0) {
      String fitting = Svg.fit(name, FONT, right - frame.left());
      svg.text(frame.left() + 3, y - above, "name", fitting);
    } else {
      String fitting = Svg.fit(name, FONT, frame.left() - GAP);
      svg.text(frame.left() - GAP, y + 4.5, "name end", fitting);
    }
  }

  private void row(Svg svg, String name, Result row, double y) {
    Figures figures = row.figures();
    svg.begin(row.by().css(), name, name + ": " + Numbers.words(figures, experiment.unit()));
    name(svg, frame, name, y, width - 4, narrow ? BAR / 2 + 5 : 0);
    double median = x(figures.median());
    if (scale.logarithmic()) {
      svg.line(frame.left(), y, median, y, "stem");
      whisker(svg, figures, y);
      svg.circle(median, y, 5, "marker");
    } else {
      svg.rectangle(frame.left(), y - BAR / 2, median - frame.left(), BAR, "bar");
      whisker(svg, figures, y);
    }
    runs(svg, figures, y);
    svg.text(x(figures.max()) + GAP, y + 4.5, "value", median(figures));
    svg.end();
  }

  private void whisker(Svg svg, Figures figures, double y) {
    double from = x(figures.min());
    double to = x(figures.max());
    // The halo keeps the whisker apart from a bar of nearly its own colour.
    svg.line(from - 1, y, to + 1, y, "halo");
    svg.line(from, y, to, y, "whisker");
    svg.line(from, y - 3, from, y + 3, "whisker");
    svg.line(to, y - 3, to, y + 3, "whisker");
  }

  /// The single runs, which the style shows under the pointer.
  private void runs(Svg svg, Figures figures, double y) {
    StringBuilder path = new StringBuilder();
    for (double value : figures.values()) {
      path.append('M').append(Svg.number(x(value))).append(' ');
      path.append(Svg.number(y - BAR / 2)).append('v').append(Svg.number(BAR));
    }
    if (!path.isEmpty()) {
      svg.path(path.toString(), "runs");
    }
  }

  private double x(double figure) {
    return frame.x(scale.place(figure));
  }

  private static String median(Figures figures) {
    return Numbers.figure(figures.median());
  }
}
