package io.penstock.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// One experiment of the page: what was asked, the chart, what to know about it, and every figure.
final class HtmlExperiment {
  private static final double WIDE = 780;
  private static final double NARROW = 370;

  private final Html html;
  private final ExperimentOutcome experiment;

  private HtmlExperiment(Html html, ExperimentOutcome experiment) {
    this.html = html;
    this.experiment = experiment;
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
    html.markup(Markup.escape(" after " + experiment.source())).close("p");
    experiment.remarks().forEach(remark -> html.element("p", remark));
    if (Ranking.fastestFirst(experiment).isEmpty()) {
      html.element("p", "Nothing could be measured here.");
    } else {
      figure(figure);
    }
    faults();
    absent();
    notes();
    history(experiment.history());
    HtmlData.add(html, experiment);
    html.close("article");
  }

  private void figure(int figure) {
    html.open("figure");
    legend();
    if (experiment.axis() == Axis.NONE) {
      html.markup(BarChart.wide(experiment, WIDE).svg());
      html.markup(BarChart.narrow(experiment, NARROW).svg());
    } else {
      html.markup(LineChart.wide(experiment, WIDE).svg());
      html.markup(LineChart.narrow(experiment, NARROW).svg());
    }
    html.open("figcaption").element("b", "Figure " + figure + ".");
    html.markup(Markup.escape(caption())).close("figcaption").close("figure");
  }

  /// The colours of the families that appear, in one order for all charts.
  private void legend() {
    html.open("p", "legend");
    for (By by : By.values()) {
      boolean appears =
          experiment.results().stream()
              .anyMatch(result -> result.by() == by && result.measured().isPresent());
      if (appears) {
        html.open("span", "key").markup("<i class=\"" + Family.css(by) + "\"></i>");
        html.markup(Markup.escape(name(by))).close("span");
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
    Ranking.absent(experiment).stream()
        .collect(
            Collectors.groupingBy(TerminalReport::absence, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (reason, those) ->
                html.element(
                    "p",
                    "absent",
                    "Absent here: " + TerminalReport.names(those) + " (" + reason + ")."));
  }

  private void notes() {
    experiment.results().stream()
        .filter(result -> result.note().isPresent())
        .map(result -> result.approach() + ": " + result.note().get() + ".")
        .distinct()
        .forEach(note -> html.element("p", "note", note));
  }

  private void history(List<Yardstick> history) {
    if (history.isEmpty()) {
      return;
    }
    html.open("table", "data history").element("caption", "Reported by " + experiment.source());
    for (Yardstick yardstick : history) {
      html.open("tr").element("td", yardstick.label());
      String figure = Numbers.figure(yardstick.value()) + " " + yardstick.unit();
      html.element("td", "number", figure).close("tr");
    }
    html.close("table");
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
