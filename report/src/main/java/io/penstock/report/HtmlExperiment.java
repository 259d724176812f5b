package io.penstock.report;

import io.penstock.report.Ranking.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// One experiment of the page: its question, the chart, the figures of then beside those of now,
/// and every figure.
final class HtmlExperiment {
  static final double WIDE = 780;
  static final double NARROW = 370;

  private final Html html;
  private final ExperimentOutcome experiment;
  private final boolean requests;

  private HtmlExperiment(Html html, ExperimentOutcome experiment) {
    this.html = html;
    this.experiment = experiment;
    this.requests =
        experiment.results().stream().anyMatch(result -> result.requestBytes().isPresent());
  }

  /// Whether there is anything to show of it.
  static boolean hasRun(ExperimentOutcome experiment) {
    return !Ranking.fastestFirst(experiment).isEmpty() || !Ranking.faulty(experiment).isEmpty();
  }

  /// @param number of the section
  /// @param figure number of the chart
  static void add(Html html, ExperimentOutcome experiment, String number, int figure) {
    new HtmlExperiment(html, experiment).add(number, figure);
  }

  private void add(String number, int figure) {
    html.open("article");
    html.identified("h3", experiment.id(), number + "  " + experiment.title());
    html.open("p", "meta").element("code", experiment.id());
    html.markup(Html.escape(" after " + experiment.source())).close("p");
    if (!Ranking.fastestFirst(experiment).isEmpty()) {
      figure(figure);
    }
    experiment.remarks().forEach(remark -> html.element("p", "remark", remark));
    faults();
    absent();
    Ranking.notes(experiment).forEach(note -> html.element("p", "note", note + "."));
    history();
    figures();
    html.close("article");
  }

  private void figure(int figure) {
    html.open("figure");
    legend(html, experiment);
    if (experiment.axis() == Axis.NONE) {
      html.markup(BarChart.wide(experiment, WIDE).svg());
      html.markup(BarChart.narrow(experiment, NARROW).svg());
    } else {
      html.markup(LineChart.wide(experiment, WIDE).svg());
      html.markup(LineChart.narrow(experiment, NARROW).svg());
    }
    html.open("figcaption").element("b", "Figure " + figure + ".");
    html.markup(Html.escape(caption())).close("figcaption").close("figure");
  }

  /// The colours of the families that appear, in one order for all charts.
  static void legend(Html html, ExperimentOutcome experiment) {
    html.open("p", "legend");
    for (By by : By.values()) {
      boolean appears =
          experiment.results().stream()
              .anyMatch(result -> result.by() == by && result.measured().isPresent());
      if (appears) {
        String css = Family.css(by);
        html.markup(
            "<span class=\"key\" data-family=\"" + css + "\"><i class=\"" + css + "\"></i>");
        html.markup(Html.escape(name(by))).close("span");
      }
    }
    html.close("p");
  }

  private String caption() {
    String runs = Ranking.runs(Ranking.fastestFirst(experiment));
    String better = experiment.better() == Better.HIGHER ? "higher" : "lower";
    String over = experiment.axis() == Axis.NONE ? "" : " by " + Sweep.of(experiment).heading();
    return String.format(
        Locale.ROOT,
        " In %s%s; %s is better. Median of %s, whiskers from minimum to maximum.",
        experiment.unit(),
        over,
        better,
        runs);
  }

  private void faults() {
    for (Result result : Ranking.faulty(experiment)) {
      if (result.outcome() instanceof Outcome.Fault fault) {
        String heading =
            fault.heading().substring(0, 1).toUpperCase(Locale.ROOT) + fault.heading().substring(1);
        String label = Labels.withPlace(experiment, result);
        html.element("p", "wrong", heading + ": " + label + " (" + fault.reason() + ")");
      }
    }
  }

  private void absent() {
    Ranking.absences(experiment)
        .forEach(
            (reason, names) ->
                html.element("p", "absent", "Absent here: " + names + " (" + reason + ")."));
  }

  /// The figures of the publication, each beside that of the approach that does the same today.
  private void history() {
    if (experiment.history().isEmpty()) {
      return;
    }
    html.open("table", "data history").element("caption", "Then, by " + experiment.source());
    html.open("thead").open("tr").element("th", "Then").element("th", "number", "");
    html.element("th", "Now").element("th", "number", "").close("tr").close("thead");
    html.open("tbody");
    for (Yardstick yardstick : experiment.history()) {
      Optional<Result> now = Ranking.best(experiment, yardstick.approach());
      html.open("tr").element("td", yardstick.label());
      String figure = Numbers.figure(yardstick.value()) + " " + yardstick.unit();
      html.element("td", "number", figure);
      html.element("td", yardstick.approach());
      html.element("td", "number", now.map(best -> Ranking.median(experiment, best)).orElse(""))
          .close("tr");
    }
    html.close("tbody").close("table");
  }

  // ---- every figure ----------------------------------------------------------------------------

  /// Folded away until a reader asks for them; print shows them.
  private void figures() {
    if (experiment.results().isEmpty()) {
      return;
    }
    html.open("details").element("summary", "All figures");
    html.open("div", "scroll").open("table", "data").open("thead").open("tr");
    html.element("th", "Approach").element("th", "by").element("th", "number", "threads");
    html.element("th", "number", "processes").element("th", "number", "bytes");
    if (requests) {
      html.element("th", "number", "request");
    }
    html.element("th", "number", "median " + experiment.unit());
    html.element("th", "number", "min").element("th", "number", "max");
    html.element("th", "number", "runs").element("th", "number", "of C");
    html.close("tr").close("thead").open("tbody");
    rows().forEach(this::row);
    html.close("tbody").close("table").close("div").close("details");
  }

  private List<Result> rows() {
    if (experiment.axis() != Axis.NONE) {
      return experiment.results().stream()
          .collect(
              Collectors.groupingBy(
                  Result::approach, LinkedHashMap::new, Collectors.<Result>toList()))
          .values()
          .stream()
          .flatMap(List::stream)
          .toList();
    }
    List<Result> rows = new ArrayList<>(Ranking.fastestFirst(experiment));
    rows.addAll(Ranking.faulty(experiment));
    rows.addAll(Ranking.absent(experiment));
    return rows;
  }

  private void row(Result result) {
    html.open("tr").element("td", Labels.name(result));
    html.element("td", name(result.by()));
    number(Integer.toString(result.threads()));
    number(Integer.toString(result.processes()));
    number(Numbers.bytes(result.bytes()));
    if (requests) {
      number(
          result.requestBytes().isPresent()
              ? Numbers.bytes(result.requestBytes().getAsLong())
              : "");
    }
    switch (result.outcome()) {
      case Outcome.Measured(Figures figures, OptionalDouble ratio) -> figures(figures, ratio);
      case Outcome.Fault fault -> reason(fault.heading() + ": " + fault.reason());
      case Outcome.Absent(String reason) -> reason("absent: " + reason);
    }
    html.close("tr");
  }

  private void figures(Figures figures, OptionalDouble ratio) {
    number(Numbers.figure(figures.median()));
    number(Numbers.figure(figures.min()));
    number(Numbers.figure(figures.max()));
    number(Integer.toString(figures.runs()));
    number(ratio.isPresent() ? Numbers.ratio(ratio.getAsDouble()) : "");
  }

  private void number(String text) {
    html.element("td", "number", text);
  }

  private void reason(String text) {
    html.markup("<td colspan=\"5\">" + Html.escape(text) + "</td>\n");
  }

  static String name(By by) {
    return switch (by) {
      case C -> "C";
      case JDK -> "JDK";
      case PENSTOCK -> "Penstock";
      case CLASSIC, PEER -> by.name().toLowerCase(Locale.ROOT);
    };
  }
}
