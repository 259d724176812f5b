package io.penstock.report;

import io.penstock.report.Page.Line;
import io.penstock.report.Page.Style;
import java.util.List;
import java.util.Optional;

/// The table of an experiment with an axis: a row for each approach, a column for each place on the
/// axis, the best of each column set off. What does not fit side by side stands below.
final class TerminalMatrix {
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";
  private static final int GAP = 2;

  private final Page page;
  private final Better better;
  private final Sweep sweep;
  private final int labels;
  private final int cells;
  private final boolean trend;

  private TerminalMatrix(Page page, ExperimentOutcome experiment) {
    this.page = page;
    this.better = experiment.better();
    this.sweep = Sweep.of(experiment);
    int longest = Line.widest(sweep.series().stream().map(Sweep.Series::label));
    int width = page.terminal().width();
    int wanted = Math.max(longest, Line.columns(sweep.axis().heading()));
    this.labels = Math.min(wanted, width * 2 / 5);
    this.cells = cellWidth();
    int places = sweep.places().size();
    this.trend =
        page.terminal().unicode()
            && places > 2
            && 2 + labels + GAP + places + places * (GAP + cells) <= width;
  }

  static void draw(Page page, ExperimentOutcome experiment) {
    new TerminalMatrix(page, experiment).draw();
  }

  private void draw() {
    List<Long> places = sweep.places();
    int room = page.terminal().width() - 2 - labels - (trend ? GAP + places.size() : 0);
    int fitting = Math.max(1, room / (GAP + cells));
    int panels = (places.size() + fitting - 1) / fitting;
    int each = (places.size() + panels - 1) / panels;
    for (int from = 0; from < places.size(); from += each) {
      panel(places.subList(from, Math.min(from + each, places.size())));
    }
  }

  private void panel(List<Long> places) {
    Line heading = page.line().spaces(2).left(sweep.axis().heading(), labels, Style.DIM);
    for (long place : places) {
      heading.spaces(GAP).right(sweep.shortName(place), cells, Style.DIM);
    }
    page.add(heading);
    for (Sweep.Series series : sweep.series()) {
      Line line = page.line().spaces(2).left(series.label(), labels, Style.of(series.by()));
      for (long place : places) {
        cell(line.spaces(GAP), series, place);
      }
      page.add(trend ? trend(line.spaces(GAP), series) : line);
    }
  }

  private void cell(Line line, Sweep.Series series, long place) {
    Outcome outcome = series.outcomes().get(place);
    if (outcome instanceof Outcome.Measured(Figures figures, _)) {
      boolean best = best(place).map(value -> value == figures.median()).orElse(false);
      String text = Numbers.figure(figures.median());
      String marked = best && !page.terminal().colour() ? "*" + text : text;
      line.right(marked, cells, best ? Style.BOLD : Style.PLAIN);
    } else if (outcome instanceof Outcome.Fault fault) {
      line.right(fault.word(), cells, Style.ERROR);
    } else {
      line.right("-", cells, Style.DIM);
    }
  }

  private Optional<Double> best(long place) {
    return sweep.series().stream()
        .flatMap(series -> series.at(place).stream())
        .map(Figures::median)
        .min(better.fastestFirst(Double::doubleValue));
  }

  /// How the series runs: each place against the highest of this series.
  private Line trend(Line line, Sweep.Series series) {
    double highest =
        series.figures().values().stream().mapToDouble(Figures::median).max().orElse(0);
    StringBuilder columns = new StringBuilder();
    for (long place : sweep.places()) {
      columns.append(
          series.at(place).map(figures -> column(figures.median() / highest)).orElse(' '));
    }
    return line.add(columns.toString(), Style.of(series.by()));
  }

  private int cellWidth() {
    int figures = Line.widest(sweep.allFigures().stream().map(one -> Numbers.figure(one.median())));
    int headings = Line.widest(sweep.places().stream().map(sweep::shortName));
    int mark = page.terminal().colour() ? 0 : 1;
    int faults =
        Line.widest(
            sweep.series().stream()
                .flatMap(series -> series.outcomes().values().stream())
                .map(outcome -> outcome instanceof Outcome.Fault fault ? fault.word() : "-"));
    return Math.max(Math.max(figures + mark, headings), faults);
  }

  /// One column, `part` (0 to 1) of its height.
  static char column(double part) {
    return HEIGHTS.charAt((int) Math.clamp(Math.floor(part * 8), 0, 7));
  }
}
