package io.penstock.report;

import io.penstock.report.Svg.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// One line for each approach over what the experiment varies, with whiskers at each point. The
/// horizontal axis is logarithmic. Wide charts name each line at its end, narrow ones below.
final class LineChart {
  private static final double FONT = 13;
  private static final double TOP = 26;
  private static final double BOTTOM = 44;
  private static final double SPACING = 16;
  private static final double SAMPLE = 22;
  private static final double LEADER = 20;

  private final ExperimentOutcome experiment;
  private final Sweep sweep;
  private final boolean narrow;
  private final double width;
  private final Scale scale;
  private final Frame frame;

  private LineChart(ExperimentOutcome experiment, double width, boolean narrow) {
    this.experiment = experiment;
    this.sweep = Sweep.of(experiment);
    this.narrow = narrow;
    this.width = width;
    this.scale = Scale.of(sweep.allFigures());
    double left = 12 + Svg.widest(ticks().stream().map(Numbers::tick).toList(), FONT - 1);
    List<String> labels = drawn().stream().map(Sweep.Series::label).toList();
    double right =
        narrow ? 14 : Math.min(width * 0.4, LEADER + SAMPLE + 4 + Svg.widest(labels, FONT));
    double height = Math.max(narrow ? 240 : 330, drawn().size() * SPACING + 10);
    this.frame = new Frame(left, TOP, width - right, TOP + height);
  }

  static LineChart wide(ExperimentOutcome experiment, double width) {
    return new LineChart(experiment, width, false);
  }

  static LineChart narrow(ExperimentOutcome experiment, double width) {
    return new LineChart(experiment, width, true);
  }

  Frame frame() {
    return frame;
  }

  Scale scale() {
    return scale;
  }

  Sweep sweep() {
    return sweep;
  }

  String svg() {
    double legend = narrow ? drawn().size() * SPACING + 10 : 0;
    Svg svg =
        new Svg(
            width,
            frame.bottom() + BOTTOM + legend,
            experiment.title() + ", lines over " + sweep.axis().heading(),
            narrow ? "chart narrow" : "chart wide");
    verticalAxis(svg);
    horizontalAxis(svg);
    // The fastest is drawn last, on top of those that it beats.
    drawn().reversed().forEach(series -> line(svg, series));
    if (narrow) {
      legend(svg);
    } else {
      endLabels(svg);
    }
    return svg.toString();
  }

  /// The horizontal place of a value on the axis, 0 to 1, with a margin at both ends.
  double x(long place) {
    double low = sweep.places().getFirst();
    double high = sweep.places().getLast();
    double part = low == high ? 0.5 : Math.log(place / low) / Math.log(high / low);
    double margin = 8;
    return frame.left() + margin + part * (frame.width() - 2 * margin);
  }

  double y(double figure) {
    return frame.y(scale.place(figure));
  }

  private List<Sweep.Series> drawn() {
    return sweep.series().stream().filter(series -> !series.figures().isEmpty()).toList();
  }

  private List<Double> ticks() {
    return scale.ticks(8);
  }

  private void verticalAxis(Svg svg) {
    svg.text(4, TOP - 12, "axis-title", scale.title(experiment.unit()));
    for (double tick : ticks()) {
      double y = y(tick);
      svg.line(frame.left(), y, frame.right(), y, "grid");
      svg.text(frame.left() - 6, y + 4, "tick end", Numbers.tick(tick));
    }
  }

  private void horizontalAxis(Svg svg) {
    svg.line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), "axis");
    double free = Double.NEGATIVE_INFINITY;
    for (long place : sweep.places()) {
      double x = x(place);
      svg.line(x, frame.bottom(), x, frame.bottom() + 4, "axis");
      double half = Svg.textWidth(sweep.name(place), FONT - 1) / 2;
      if (x - half > free) {
        svg.text(x, frame.bottom() + 18, "tick middle", sweep.name(place));
        free = x + half + 8;
      }
    }
    double middle = (frame.left() + frame.right()) / 2;
    svg.text(middle, frame.bottom() + 37, "axis-title middle", sweep.axis().heading());
  }

  private static void begin(Svg svg, Sweep.Series series) {
    svg.begin(series.by().css(series.rank()), series.label(), series.label());
  }

  private void line(Svg svg, Sweep.Series series) {
    begin(svg, series);
    StringBuilder path = new StringBuilder();
    for (Map.Entry<Long, Figures> point : series.figures().entrySet()) {
      double x = x(point.getKey());
      Figures figures = point.getValue();
      svg.line(x, y(figures.min()), x, y(figures.max()), "spread");
      path.append(path.isEmpty() ? 'M' : 'L').append(Svg.number(x)).append(' ');
      path.append(Svg.number(y(figures.median())));
    }
    svg.path(path.toString(), "line");
    for (Map.Entry<Long, Figures> point : series.figures().entrySet()) {
      svg.begin("point", tip(series, point.getKey(), point.getValue()));
      svg.marker(series.rank(), x(point.getKey()), y(point.getValue().median()));
      svg.end();
    }
    svg.end();
  }

  private String tip(Sweep.Series series, long place, Figures figures) {
    String at = sweep.axis().heading() + " " + sweep.name(place);
    return series.label() + ", " + at + ": " + Numbers.words(figures, experiment.unit());
  }

  private void endLabels(Svg svg) {
    List<Sweep.Series> byHeight =
        drawn().stream().sorted(Comparator.comparingDouble(this::endY)).toList();
    List<Double> places =
        spread(byHeight.stream().map(this::endY).toList(), SPACING, frame.top(), frame.bottom());
    for (int i = 0; i < places.size(); i++) {
      endLabel(svg, byHeight.get(i), places.get(i));
    }
  }

  private void endLabel(Svg svg, Sweep.Series series, double y) {
    double start = x(series.figures().lastKey()) + 6;
    double end = frame.right() + LEADER;
    begin(svg, series);
    svg.line(start, endY(series), end - 4, y, "leader");
    sample(svg, series, end, y, width);
    svg.end();
  }

  private void legend(Svg svg) {
    double y = frame.bottom() + BOTTOM + SPACING / 2;
    for (Sweep.Series series : drawn()) {
      begin(svg, series);
      sample(svg, series, 8, y, width);
      svg.end();
      y += SPACING;
    }
  }

  private static void sample(Svg svg, Sweep.Series series, double x, double y, double right) {
    svg.path(
        String.format(Locale.ROOT, "M%s %sh%s", Svg.number(x), Svg.number(y), Svg.number(SAMPLE)),
        "line");
    svg.marker(series.rank(), x + SAMPLE / 2, y);
    double text = x + SAMPLE + 4;
    String fitting = Svg.fit(series.label(), FONT, right - text);
    svg.text(text, y + 4.5, "name", fitting);
  }

  private double endY(Sweep.Series series) {
    return y(series.figures().lastEntry().getValue().median());
  }

  // ---- the places of labels --------------------------------------------------------------------

  /// Moves labels in a column apart, as little as it takes, so that none overlaps another.
  ///
  /// @param wishes where each label belongs, ascending
  /// @param spacing the least distance between two
  /// @return where each stands, ascending, within `top` and `bottom` if there is room for all
  static List<Double> spread(List<Double> wishes, double spacing, double top, double bottom) {
    // Labels that touch and are moved as one: where each of them would put the first.
    List<List<Double>> blocks = new ArrayList<>();
    for (double wish : wishes) {
      List<Double> block = List.of(wish);
      while (!blocks.isEmpty() && touches(blocks.getLast(), block, spacing, top, bottom)) {
        block = joined(blocks.removeLast(), block, spacing);
      }
      blocks.add(block);
    }
    List<Double> places = new ArrayList<>();
    for (List<Double> block : blocks) {
      for (int i = 0; i < block.size(); i++) {
        places.add(start(block, spacing, top, bottom) + i * spacing);
      }
    }
    return places;
  }

  private static boolean touches(
      List<Double> above, List<Double> below, double spacing, double top, double bottom) {
    double end = start(above, spacing, top, bottom) + above.size() * spacing;
    return end > start(below, spacing, top, bottom);
  }

  private static double start(List<Double> block, double spacing, double top, double bottom) {
    double wish = block.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double highest = bottom - (block.size() - 1) * spacing;
    return Math.max(top, Math.min(highest, wish));
  }

  private static List<Double> joined(List<Double> above, List<Double> below, double spacing) {
    double shift = above.size() * spacing;
    return Stream.concat(above.stream(), below.stream().map(wish -> wish - shift)).toList();
  }
}
