package io.penstock.report;

import java.util.List;
import java.util.OptionalDouble;

/// The table of an experiment without an axis: name, median, bar, range and ratio to C.
final class TerminalBars {
  private static final int GAP = 2;
  private static final int LONGEST_BAR = 72;
  private static final int SHORTEST_BAR = 6;

  private record Row(String label, Result result, Figures figures) {
    String range(boolean unicode) {
      return Numbers.figure(figures.min())
          + (unicode ? " … " : " to ")
          + Numbers.figure(figures.max());
    }

    OptionalDouble ratio() {
      return result.measured().map(outcome -> outcome.ratioToC()).orElse(OptionalDouble.empty());
    }

    String ratioText() {
      return ratio().isPresent() ? Numbers.ratio(ratio().getAsDouble()) : "";
    }
  }

  private final Page page;
  private final ExperimentOutcome experiment;
  private final List<Row> rows;
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
    Labels names = Labels.of(experiment);
    this.rows =
        Ranking.fastestFirst(experiment).stream()
            .map(
                measured ->
                    new Row(names.of(measured.result()), measured.result(), measured.figures()))
            .toList();
    this.scale = Scale.of(rows.stream().map(Row::figures).toList());
    int width = page.terminal().width();
    boolean unicode = page.terminal().unicode();
    this.labels = Math.min(widest(rows.stream().map(Row::label).toList()), width * 2 / 5);
    List<String> figures = rows.stream().map(row -> Numbers.figure(row.figures.median())).toList();
    this.fraction = widest(figures.stream().map(TerminalBars::fractionOf).toList());
    int whole = widest(figures.stream().map(TerminalBars::wholeOf).toList());
    this.medians = Math.max(whole + fraction, Line.columns(experiment.unit()));
    int ratio = widest(rows.stream().map(Row::ratioText).toList());
    this.ratios = ratio == 0 ? 0 : Math.max(ratio, 4);
    int range = widest(rows.stream().map(row -> row.range(unicode)).toList());
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

  private void row(Row row) {
    Terminal terminal = page.terminal();
    Style style = Style.of(row.result.by());
    String median = Numbers.figure(row.figures.median());
    String aligned = median + " ".repeat(fraction - Line.columns(fractionOf(median)));
    Line line = page.line().spaces(2).left(row.label, labels, style).spaces(GAP);
    line.right(aligned, medians, Style.BOLD).spaces(GAP);
    line.left(Bar.of(scale.place(row.figures.median()), bars, terminal.unicode()), bars, style);
    if (ranges > 0) {
      line.spaces(GAP).right(row.range(terminal.unicode()), ranges, Style.DIM);
    }
    if (ratios > 0) {
      line.spaces(GAP).right(row.ratioText(), ratios, Style.PLAIN);
    }
    page.add(line);
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
