package io.penstock.report;

import io.penstock.report.Page.Line;
import io.penstock.report.Page.Style;
import io.penstock.report.Ranking.Labels;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The charts of experiments in a terminal: bars, or a matrix where something is varied.
final class TerminalCharts {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

  private TerminalCharts() {}

  /// An experiment as it asks for.
  static void draw(Page page, ExperimentOutcome experiment) {
    if (experiment.axis() == Axis.NONE) {
      Bars.draw(page, experiment);
    } else {
      Matrix.draw(page, experiment);
    }
  }

  /// A bar over `part` (0 to 1) of `columns` columns; anything above zero shows.
  static String bar(double part, int columns, boolean unicode) {
    if (!unicode) {
      return "#".repeat((int) Math.ceil(part * columns));
    }
    long eighths = Math.max(part > 0 ? 1 : 0, Math.round(part * columns * 8));
    int rest = (int) (eighths % 8);
    return "█".repeat((int) (eighths / 8)) + (rest == 0 ? "" : EIGHTHS.charAt(rest));
  }

  /// One column, `part` (0 to 1) of its height.
  static char column(double part) {
    return HEIGHTS.charAt((int) Math.clamp(Math.floor(part * 8), 0, 7));
  }

  /// The table of an experiment without an axis: name, median, bar, range and ratio to C.
  static final class Bars {
    private static final int GAP = 2;
    private static final int LONGEST_BAR = 72;
    private static final int SHORTEST_BAR = 6;

    private final Page page;
    private final ExperimentOutcome experiment;
    private final List<Result> rows;
    private final Labels names;
    private final Scale scale;
    private final int labels;
    private final int medians;
    private final int fraction;
    private final int ranges;
    private final int ratios;
    private final int bars;

    private Bars(Page page, ExperimentOutcome experiment) {
      this.page = page;
      this.experiment = experiment;
      this.names = Labels.of(experiment);
      this.rows = Ranking.fastestFirst(experiment);
      this.scale = Scale.of(rows.stream().map(Result::figures).toList());
      int width = page.terminal().width();
      boolean unicode = page.terminal().unicode();
      this.labels = Math.min(widest(rows.stream().map(names::of).toList()), width * 2 / 5);
      List<String> figures =
          rows.stream().map(row -> Numbers.figure(row.figures().median())).toList();
      this.fraction = widest(figures.stream().map(Bars::fractionOf).toList());
      int whole = widest(figures.stream().map(Bars::wholeOf).toList());
      this.medians = Math.max(whole + fraction, Line.columns(experiment.unit()));
      int ratio = widest(rows.stream().map(Bars::ratio).toList());
      this.ratios = ratio == 0 ? 0 : Math.max(ratio, 4);
      int range = widest(rows.stream().map(row -> range(row, unicode)).toList());
      int without = width - 2 - labels - GAP - medians - GAP - (ratios == 0 ? 0 : GAP + ratios);
      this.ranges = without - GAP - range >= SHORTEST_BAR * 2 ? range : 0;
      int rest = without - (ranges == 0 ? 0 : GAP + ranges);
      this.bars = rest < SHORTEST_BAR ? 0 : Math.min(rest, LONGEST_BAR);
    }

    static void draw(Page page, ExperimentOutcome experiment) {
      Bars table = new Bars(page, experiment);
      table.heading();
      table.rows.forEach(table::row);
    }

    private void heading() {
      Line line = page.line().spaces(2 + labels + GAP).right(experiment.unit(), medians, Style.DIM);
      line.spaces(GAP).left(scale.logarithmic() ? "log scale" : "", bars, Style.DIM);
      if (ranges > 0) {
        line.spaces(GAP).right("min to max", ranges, Style.DIM);
      }
      if (ratios > 0) {
        line.spaces(GAP).right("of C", ratios, Style.DIM);
      }
      page.add(line);
    }

    private void row(Result row) {
      Terminal terminal = page.terminal();
      Style style = Style.of(row.by());
      String median = Numbers.figure(row.figures().median());
      String aligned = median + " ".repeat(fraction - Line.columns(fractionOf(median)));
      Line line = page.line().spaces(2).left(names.of(row), labels, style).spaces(GAP);
      line.right(aligned, medians, Style.BOLD).spaces(GAP);
      line.left(bar(scale.place(row.figures().median()), bars, terminal.unicode()), bars, style);
      if (ranges > 0) {
        line.spaces(GAP).right(range(row, terminal.unicode()), ranges, Style.DIM);
      }
      if (ratios > 0) {
        line.spaces(GAP).right(ratio(row), ratios, Style.PLAIN);
      }
      page.add(line);
    }

    private static String range(Result row, boolean unicode) {
      return Numbers.figure(row.figures().min())
          + (unicode ? " … " : " to ")
          + Numbers.figure(row.figures().max());
    }

    private static String ratio(Result row) {
      OptionalDouble ratio = row.measured().orElseThrow().ratioToC();
      return ratio.isPresent() ? Numbers.ratio(ratio.getAsDouble()) : "";
    }

    private static int widest(List<String> texts) {
      return texts.stream().mapToInt(Line::columns).max().orElse(0);
    }

    private static String wholeOf(String figure) {
      int point = figure.indexOf('.');
      return point < 0 ? figure : figure.substring(0, point);
    }

    private static String fractionOf(String figure) {
      return figure.substring(wholeOf(figure).length());
    }
  }

  /// The table of an experiment with an axis: a row for each approach, a column for each place on
  /// the axis, the best of each column set off. What does not fit side by side stands below.
  static final class Matrix {
    private static final int GAP = 2;

    private final Page page;
    private final Better better;
    private final Sweep sweep;
    private final int labels;
    private final int cells;
    private final boolean trend;

    private Matrix(Page page, ExperimentOutcome experiment) {
      this.page = page;
      this.better = experiment.better();
      this.sweep = Sweep.of(experiment);
      int longest =
          sweep.series().stream().mapToInt(series -> Line.columns(series.label())).max().orElse(0);
      int width = page.terminal().width();
      int wanted = Math.max(longest, Line.columns(sweep.heading()));
      this.labels = Math.min(wanted, width * 2 / 5);
      this.cells = cellWidth();
      int places = sweep.places().size();
      this.trend =
          page.terminal().unicode()
              && places > 2
              && 2 + labels + GAP + places + places * (GAP + cells) <= width;
    }

    static void draw(Page page, ExperimentOutcome experiment) {
      new Matrix(page, experiment).draw();
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
      Line heading = page.line().spaces(2).left(sweep.heading(), labels, Style.DIM);
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
          .min(Ranking.fastestFirst(better, Double::doubleValue));
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
      int figures =
          sweep.allFigures().stream()
              .mapToInt(one -> Line.columns(Numbers.figure(one.median())))
              .max()
              .orElse(1);
      int headings =
          sweep.places().stream()
              .mapToInt(place -> Line.columns(sweep.shortName(place)))
              .max()
              .orElse(1);
      int mark = page.terminal().colour() ? 0 : 1;
      int faults =
          sweep.series().stream()
              .flatMap(series -> series.outcomes().values().stream())
              .mapToInt(
                  outcome -> outcome instanceof Outcome.Fault fault ? fault.word().length() : 1)
              .max()
              .orElse(1);
      return Math.max(Math.max(figures + mark, headings), faults);
    }
  }
}
