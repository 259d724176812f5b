package io.penstock.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// An evaluation as text: a table with bars for each experiment, a matrix where it varies
/// something.
///
/// No line is wider than the terminal, and no escape sequence appears where it has no colour. Each
/// text ends with a line feed. Immutable.
public final class TerminalReport {
  private final Terminal terminal;

  /// A report for `terminal`.
  public TerminalReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /// The whole evaluation.
  public String evaluation(EvaluationOutcome outcome) {
    StringBuilder text = new StringBuilder(heading(outcome));
    for (ChapterOutcome chapter : outcome.chapters()) {
      for (ExperimentOutcome experiment : chapter.experiments()) {
        text.append('\n').append(experiment(experiment));
      }
    }
    return text.append(targets(outcome)).append(advice(outcome)).toString();
  }

  /// The version, the machine and what the colours stand for.
  public String heading(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    page.add(page.line().add("Penstock " + outcome.penstockVersion(), Style.BOLD));
    int names = outcome.machine().keySet().stream().mapToInt(Line::columns).max().orElse(0);
    int column = Math.min(names, terminal.width() / 3);
    outcome
        .machine()
        .forEach(
            (name, value) ->
                page.add(page.line().left("  " + name, column + 4, Style.DIM).add(value)));
    Line legend = page.line().add("  ");
    for (By by : By.values()) {
      legend
          .add(terminal.unicode() ? "■ " : "", Style.of(by))
          .add(by.name().toLowerCase(Locale.ROOT) + "  ", Style.DIM);
    }
    return terminal.colour() ? page.blank().add(legend).toString() : page.toString();
  }

  /// One experiment.
  public String experiment(ExperimentOutcome experiment) {
    Page page = new Page(terminal);
    title(page, experiment);
    if (!Ranking.fastestFirst(experiment).isEmpty()) {
      switch (experiment.axis()) {
        case NONE -> TerminalBars.draw(page, experiment);
        case THREADS, PROCESSES, REQUEST_BYTES, BYTES -> TerminalMatrix.draw(page, experiment);
      }
    }
    faults(page, experiment);
    absent(page, Ranking.absent(experiment));
    notes(page, experiment);
    history(page, experiment.history());
    return page.toString();
  }

  /// The ratios that Penstock sets itself and what they came to; empty if there are none.
  public String targets(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    TerminalTargets.draw(page, outcome);
    return page.toString();
  }

  /// What to do on this machine; empty if there is nothing to say.
  public String advice(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    if (!outcome.advice().isEmpty()) {
      page.blank().add(page.line().add("Advice for this machine", Style.BOLD));
      outcome
          .advice()
          .forEach(one -> page.paragraph(terminal.unicode() ? "  • " : "  - ", one, Style.PLAIN));
    }
    return page.toString();
  }

  /// What changed since an earlier evaluation.
  public String baseline(Baseline baseline) {
    Page page = new Page(terminal);
    TerminalBaseline.draw(page, baseline);
    return page.toString();
  }

  private void title(Page page, ExperimentOutcome experiment) {
    page.paragraph("", experiment.title(), Style.BOLD);
    String runs = Ranking.runs(Ranking.fastestFirst(experiment));
    String better = experiment.better() == Better.HIGHER ? "higher is better" : "lower is better";
    String separator = terminal.unicode() ? " · " : " - ";
    page.paragraph(
        "  ",
        experiment.id()
            + separator
            + experiment.source()
            + separator
            + experiment.unit()
            + ", "
            + better
            + (runs.isEmpty() ? "" : separator + "median of " + runs),
        Style.DIM);
  }

  private void faults(Page page, ExperimentOutcome experiment) {
    for (Result result : Ranking.faulty(experiment)) {
      if (result.outcome() instanceof Outcome.Fault fault) {
        String heading = fault.heading().toUpperCase(Locale.ROOT);
        String label = Labels.withPlace(experiment, result);
        page.paragraph("  ", heading + ": " + label + ": " + fault.reason(), Style.ERROR);
      }
    }
  }

  private void absent(Page page, List<Result> results) {
    results.stream()
        .collect(
            Collectors.groupingBy(TerminalReport::absence, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (reason, those) ->
                page.paragraph("  ", "absent: " + names(those) + " (" + reason + ")", Style.DIM));
  }

  static String absence(Result result) {
    return result.outcome() instanceof Outcome.Absent(String reason) ? reason : "";
  }

  static String names(List<Result> results) {
    return results.stream().map(Result::approach).distinct().collect(Collectors.joining(", "));
  }

  private void notes(Page page, ExperimentOutcome experiment) {
    experiment.results().stream()
        .filter(result -> result.note().isPresent())
        .map(result -> result.approach() + ": " + result.note().get())
        .distinct()
        .forEach(note -> page.paragraph("  ", note, Style.DIM));
  }

  private void history(Page page, List<Yardstick> history) {
    for (Yardstick yardstick : history) {
      page.paragraph(
          "  then: ",
          yardstick.label() + ": " + Numbers.figure(yardstick.value()) + " " + yardstick.unit(),
          Style.DIM);
    }
  }
}
