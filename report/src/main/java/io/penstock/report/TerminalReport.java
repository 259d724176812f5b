package io.penstock.report;

import io.penstock.report.Page.Line;
import io.penstock.report.Page.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// An evaluation as text: a table with bars for each experiment, a matrix where it varies
/// something.
///
/// No line is wider than the terminal, and no escape sequence appears where it has no colour. Each
/// text ends with a line feed. Immutable.
public final class TerminalReport {
  private static final int RATIO = 8;
  private static final int LONGEST_FIGURE = 7;

  private final Terminal terminal;

  /// A report for `terminal`.
  public TerminalReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /// The whole evaluation.
  public String evaluation(EvaluationOutcome outcome) {
    StringBuilder text = new StringBuilder(heading(outcome));
    outcome.experiments().forEach(one -> text.append('\n').append(experiment(one)));
    return text.append(inShort(outcome)).append(advice(outcome)).toString();
  }

  /// The version, the machine and what the colours stand for.
  public String heading(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    page.add(page.line().add("Penstock " + outcome.penstockVersion(), Style.BOLD));
    int names = Line.widest(outcome.machine().keySet().stream());
    int column = Math.min(names, terminal.width() / 3);
    outcome
        .machine()
        .forEach(
            (name, value) ->
                page.add(
                    page.line().left("  " + name, column + 2, Style.DIM).spaces(2).add(value)));
    return terminal.colour() ? legend(page.blank()).toString() : page.toString();
  }

  private Page legend(Page page) {
    Line legend = page.line().spaces(2);
    for (By by : By.values()) {
      String name = by.name().toLowerCase(Locale.ROOT);
      String mark = terminal.unicode() ? "■ " : "";
      if (Line.columns(mark + name) > legend.room()) {
        page.add(legend);
        legend = page.line().spaces(2);
      }
      legend.add(mark, Style.of(by)).add(name, Style.DIM).spaces(2);
    }
    return page.add(legend);
  }

  /// One experiment.
  public String experiment(ExperimentOutcome experiment) {
    Page page = new Page(terminal);
    title(page, experiment);
    if (!experiment.fastestFirst().isEmpty() && experiment.axis() == Axis.NONE) {
      TerminalBars.draw(page, experiment);
    } else if (!experiment.fastestFirst().isEmpty()) {
      TerminalMatrix.draw(page, experiment);
    }
    experiment.detailed().forEach(results -> details(page, experiment, results));
    faults(page, experiment);
    absent(page, experiment);
    experiment.notes().forEach(note -> page.paragraph("  ", note, Style.DIM));
    history(page, experiment);
    return page.toString();
  }

  /// What the first figure says, in three sentences; empty where it was not measured.
  public String inShort(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    Headline.of(outcome)
        .ifPresent(
            headline -> {
              page.blank().add(page.line().add("In short", Style.BOLD));
              headline.sentences().forEach(one -> page.paragraph("  ", one, Style.PLAIN));
            });
    return page.toString();
  }

  /// The ratios that Penstock sets itself, one a line: what they came to, what they should be;
  /// empty if there are none.
  public String targets(EvaluationOutcome outcome) {
    Page page = new Page(terminal);
    List<Target> targets =
        outcome.chapters().stream().flatMap(chapter -> chapter.targets().stream()).toList();
    if (!targets.isEmpty()) {
      long met = targets.stream().filter(Target::met).count();
      long measured = targets.stream().filter(target -> target.got().isPresent()).count();
      page.blank().add(page.line().add("Targets", Style.BOLD));
      page.paragraph("  ", met + " met of " + measured + " that could be measured", Style.DIM);
      targets.forEach(target -> target(page, target));
    }
    return page.toString();
  }

  private static void target(Page page, Target target) {
    Style style = target.met() ? Style.GOOD : target.got().isEmpty() ? Style.DIM : Style.BAD;
    String got = target.got().isPresent() ? Numbers.ratio(target.got().getAsDouble()) : "-";
    Line line = page.line().right(got, RATIO, style).spaces(2);
    line.left("of " + Numbers.ratio(target.wanted()), RATIO + 2, Style.DIM).spaces(2);
    page.add(line.left(target.name(), line.room(), Style.PLAIN));
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

  /// What changed since an earlier evaluation, the worst first, then what has no counterpart.
  public String baseline(Baseline baseline) {
    Page page = new Page(terminal);
    page.blank().add(page.line().add("Against the baseline", Style.BOLD));
    page.paragraph("  ", baseline.summary(), Style.DIM);
    baseline.changed().forEach(pair -> pair(page, pair));
    baseline.missing().forEach(one -> page.paragraph("  missing: ", one.name(), Style.DIM));
    baseline.added().forEach(one -> page.paragraph("  new: ", one.name(), Style.DIM));
    return page.toString();
  }

  private static void pair(Page page, Baseline.Pair pair) {
    Style style = pair.speedRatio() < 1 ? Style.BAD : Style.GOOD;
    Line line = page.line().right(Numbers.ratio(pair.speedRatio()), RATIO, style).spaces(2);
    String figures =
        Numbers.figure(pair.before().median())
            + " -> "
            + Numbers.figure(pair.now().median())
            + " "
            + pair.measurement().unit();
    String settings = pair.measurement().settings();
    int room = line.room() - Line.columns(settings) - Line.columns(figures) - 2;
    String subject = pair.measurement().subject();
    if (Line.columns(subject) <= room) {
      page.add(line.left(subject, room, Style.PLAIN).add(settings).spaces(2).add(figures));
    } else { // names of approaches often differ in their ends alone
      page.add(line.add(subject));
      page.add(page.line().spaces(RATIO + 2).add(settings.strip()).spaces(2).add(figures));
    }
  }

  private void title(Page page, ExperimentOutcome experiment) {
    page.paragraph("", experiment.title(), Style.BOLD);
    String runs = experiment.runs();
    String separator = terminal.unicode() ? " · " : " - ";
    page.paragraph(
        "  ",
        experiment.id()
            + separator
            + experiment.source()
            + separator
            + experiment.unit()
            + ", "
            + experiment.better().word()
            + " is better"
            + (runs.isEmpty() ? "" : separator + "median of " + runs),
        Style.DIM);
  }

  /// Tables of the further figures of results at one place of the axis: one below the other where
  /// the terminal is too narrow for all columns.
  private static void details(Page page, ExperimentOutcome experiment, List<Result> results) {
    String place = experiment.axis().words(results.getFirst());
    List<String> names = results.stream().map(experiment.labels()).toList();
    int longest = Line.widest(Stream.concat(names.stream(), Stream.of(place)));
    int room = Math.min(longest, page.terminal().width() * 2 / 5);
    for (List<String> columns : panels(results, page.terminal().width() - 2 - room)) {
      Line heading = page.line().spaces(2).left(place, room, Style.DIM);
      columns.forEach(column -> heading.spaces(2).right(column, width(column), Style.DIM));
      page.add(heading);
      for (int i = 0; i < names.size(); i++) {
        Result result = results.get(i);
        Line line = page.line().spaces(2).left(names.get(i), room, Style.of(result.by()));
        for (String column : columns) {
          line.spaces(2).right(Detail.cell(result, column), width(column), Style.PLAIN);
        }
        page.add(line);
      }
    }
  }

  /// The columns of details, dealt to tables that fit.
  private static List<List<String>> panels(List<Result> results, int room) {
    List<List<String>> panels = new ArrayList<>();
    int left = 0;
    for (String column : Detail.columns(results)) {
      int needed = 2 + width(column);
      if (panels.isEmpty() || needed > left) {
        panels.add(new ArrayList<>());
        left = room;
      }
      panels.getLast().add(column);
      left -= needed;
    }
    return panels;
  }

  private static int width(String column) {
    return Math.max(Line.columns(column), LONGEST_FIGURE);
  }

  private void faults(Page page, ExperimentOutcome experiment) {
    for (Result result : experiment.faulty()) {
      if (result.outcome() instanceof Outcome.Fault fault) {
        String heading = fault.heading().toUpperCase(Locale.ROOT);
        String label = experiment.labelWithPlace(result);
        page.paragraph("  ", heading + ": " + label + ": " + fault.reason(), Style.ERROR);
      }
    }
  }

  private static void absent(Page page, ExperimentOutcome experiment) {
    experiment
        .absences()
        .forEach(
            (reason, names) ->
                page.paragraph("  ", "absent: " + names + " (" + reason + ")", Style.DIM));
  }

  private static void history(Page page, ExperimentOutcome experiment) {
    for (Yardstick yardstick : experiment.history()) {
      page.paragraph(
          "  then: ",
          yardstick.label()
              + ": "
              + Numbers.figure(yardstick.value())
              + " "
              + yardstick.unit()
              + now(experiment, yardstick),
          Style.DIM);
    }
  }

  private static String now(ExperimentOutcome experiment, Yardstick yardstick) {
    return experiment
        .best(yardstick.approach())
        .map(best -> "; now " + yardstick.approach() + ": " + experiment.median(best))
        .orElse("");
  }
}
