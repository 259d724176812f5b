package io.penstock.report;

import io.penstock.report.Page.Line;
import io.penstock.report.Page.Style;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The table of an experiment without an axis: name, median, bar, range and ratio to C.
final class TerminalBars {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final int GAP = 2;
  private static final int LONGEST_BAR = 72;
  private static final int SHORTEST_BAR = 6;

  private final Page page;
  private final ExperimentOutcome experiment;
  private final List<Result> rows;
  private final Function<Result, String> names;
  private final Scale scale;
  private final int labels;
  private final int medians;
  private final int fraction;
  private final int ranges;
  private final int ratios;
  private final int bars;

  private TerminalBars(Page page, ExperimentOutcome experiment) {
    this.page = page;
    this.experiment = experiment;
    this.names = experiment.labels();
    this.rows = experiment.fastestFirst();
    this.scale = Scale.of(rows.stream().map(Result::figures).toList());
    int width = page.terminal().width();
    boolean unicode = page.terminal().unicode();
    this.labels = Math.min(Line.widest(rows.stream().map(names)), width * 2 / 5);
    this.fraction = Line.widest(rows.stream().map(row -> fractionOf(median(row))));
    int whole = Line.widest(rows.stream().map(row -> wholeOf(median(row))));
    this.medians = Math.max(whole + fraction, Line.columns(experiment.unit()));
    int ratio = Line.widest(rows.stream().map(TerminalBars::ratio));
    this.ratios = ratio == 0 ? 0 : Math.max(ratio, 4);
    int range = Line.widest(rows.stream().map(row -> range(row, unicode)));
    int without = width - 2 - labels - GAP - medians - GAP - (ratios == 0 ? 0 : GAP + ratios);
    this.ranges = without - GAP - range >= SHORTEST_BAR * 2 ? range : 0;
    int rest = without - (ranges == 0 ? 0 : GAP + ranges);
    this.bars = rest < SHORTEST_BAR ? 0 : Math.min(rest, LONGEST_BAR);
  }

  static void draw(Page page, ExperimentOutcome experiment) {
    TerminalBars table = new TerminalBars(page, experiment);
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
    String median = median(row);
    String aligned = median + " ".repeat(fraction - Line.columns(fractionOf(median)));
    Line line = page.line().spaces(2).left(names.apply(row), labels, style).spaces(GAP);
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

  private static String median(Result row) {
    return Numbers.figure(row.figures().median());
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

  private static String wholeOf(String figure) {
    int point = figure.indexOf('.');
    return point < 0 ? figure : figure.substring(0, point);
  }

  private static String fractionOf(String figure) {
    return figure.substring(wholeOf(figure).length());
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
}
