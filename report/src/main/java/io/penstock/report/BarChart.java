package io.penstock.report;

import io.penstock.report.Ranking.Labels;
import io.penstock.report.Svg.Frame;
import io.penstock.report.Svg.TextWidth;
import java.util.List;
import java.util.stream.IntStream;

/// Horizontal bars, the fastest first, with whiskers from the slowest to the fastest run and the
/// median beside each. On a logarithmic scale, where the length of a bar means nothing, dots.
final class BarChart {
  private static final double FONT = 13;
  private static final double BAR = 13;
  private static final double TOP = 22;
  private static final double BOTTOM = 26;
  private static final double GAP = 8;

  /// What is drawn of one row, measured in the drawing's units.
  record Row(String label, Result result, double y) {
    Figures figures() {
      return result.figures();
    }
  }

  private final ExperimentOutcome experiment;
  private final boolean narrow;
  private final double width;
  private final Scale scale;
  private final Frame frame;
  private final List<Row> rows;

  private BarChart(ExperimentOutcome experiment, double width, boolean narrow) {
    this.experiment = experiment;
    this.width = width;
    this.narrow = narrow;
    List<Result> measured = Ranking.fastestFirst(experiment);
    Labels labels = Labels.of(experiment);
    List<String> names = measured.stream().map(labels::of).toList();
    double step = narrow ? 38 : 24;
    double right = widest(measured.stream().map(one -> median(one.figures())).toList()) + GAP + 4;
    double left = narrow ? 6 : Math.min(widest(names), width * 0.4) + GAP;
    double bottom = TOP + step * measured.size();
    this.frame = new Frame(left, TOP, width - right, bottom);
    this.scale = Scale.of(measured.stream().map(Result::figures).toList());
    this.rows =
        IntStream.range(0, names.size())
            .mapToObj(i -> new Row(names.get(i), measured.get(i), rowY(i, step)))
            .toList();
  }

  private double rowY(int index, double step) {
    return TOP + step * index + (narrow ? step - 11 : step / 2);
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

  List<Row> rows() {
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
    rows.forEach(row -> row(svg, row));
    return svg.toString();
  }

  /// Draws the axis of figures.
  ///
  /// @param title base line of the unit
  /// @param below from the frame down to the ticks' base line
  static void axis(
      Svg svg, Frame frame, Scale scale, String unit, boolean narrow, double title, double below) {
    String scaleName = scale.logarithmic() ? ", log scale" : "";
    svg.text(frame.left(), title, Svg.Anchor.START, "axis-title", unit + scaleName);
    for (double tick : scale.ticks(narrow ? 4 : 7)) {
      double x = frame.x(scale.place(tick));
      svg.line(x, frame.top(), x, frame.bottom(), "grid");
      svg.text(x, frame.bottom() + below, Svg.Anchor.MIDDLE, "tick", Numbers.tick(tick));
    }
    svg.line(frame.left(), frame.top(), frame.left(), frame.bottom(), "axis");
  }

  private void row(Svg svg, Row row) {
    Figures figures = row.figures();
    svg.begin(Family.css(row.result().by()), row.label(), tip(row));
    name(svg, row);
    double median = frame.x(scale.place(figures.median()));
    if (scale.logarithmic()) {
      svg.line(frame.left(), row.y(), median, row.y(), "stem");
      whisker(svg, row);
      svg.circle(median, row.y(), 5, "marker");
    } else {
      svg.rectangle(frame.left(), row.y() - BAR / 2, median - frame.left(), BAR, "bar");
      whisker(svg, row);
    }
    runs(svg, row);
    double end = frame.x(scale.place(figures.max()));
    svg.text(end + GAP, row.y() + 4.5, Svg.Anchor.START, "value", median(figures));
    svg.end();
  }

  private void name(Svg svg, Row row) {
    if (narrow) {
      String fitting = TextWidth.fit(row.label(), FONT, width - frame.left() - 4);
      svg.text(frame.left() + 3, row.y() - BAR / 2 - 5, Svg.Anchor.START, "name", fitting);
    } else {
      String fitting = TextWidth.fit(row.label(), FONT, frame.left() - GAP);
      svg.text(frame.left() - GAP, row.y() + 4.5, Svg.Anchor.END, "name", fitting);
    }
  }

  private void whisker(Svg svg, Row row) {
    double from = frame.x(scale.place(row.figures().min()));
    double to = frame.x(scale.place(row.figures().max()));
    // The halo keeps the whisker apart from a bar of nearly its own colour.
    svg.line(from - 1, row.y(), to + 1, row.y(), "halo");
    svg.line(from, row.y(), to, row.y(), "whisker");
    svg.line(from, row.y() - 3, from, row.y() + 3, "whisker");
    svg.line(to, row.y() - 3, to, row.y() + 3, "whisker");
  }

  /// The single runs, which the style shows under the pointer.
  private void runs(Svg svg, Row row) {
    StringBuilder path = new StringBuilder();
    for (double value : row.figures().values()) {
      path.append('M').append(Svg.number(frame.x(scale.place(value)))).append(' ');
      path.append(Svg.number(row.y() - BAR / 2)).append('v').append(Svg.number(BAR));
    }
    if (!path.isEmpty()) {
      svg.path(path.toString(), "runs");
    }
  }

  private String tip(Row row) {
    return row.label() + ": " + Numbers.words(row.figures(), experiment.unit());
  }

  private static String median(Figures figures) {
    return Numbers.figure(figures.median());
  }

  private static double widest(List<String> texts) {
    return texts.stream().mapToDouble(text -> TextWidth.of(text, FONT)).max().orElse(0);
  }
}
