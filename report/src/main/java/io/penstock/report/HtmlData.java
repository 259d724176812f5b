package io.penstock.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Every figure of an experiment, folded away until a reader asks for it; print shows it.
final class HtmlData {
  private final Html html;
  private final boolean requests;

  private HtmlData(Html html, ExperimentOutcome experiment) {
    this.html = html;
    this.requests =
        experiment.results().stream().anyMatch(result -> result.requestBytes().isPresent());
  }

  static void add(Html html, ExperimentOutcome experiment) {
    if (!experiment.results().isEmpty()) {
      new HtmlData(html, experiment).details(experiment);
    }
  }

  private void details(ExperimentOutcome experiment) {
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
    rows(experiment).forEach(this::row);
    html.close("tbody").close("table").close("div").close("details");
  }

  private static List<Result> rows(ExperimentOutcome experiment) {
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
    List<Result> rows = new ArrayList<>();
    Ranking.fastestFirst(experiment).forEach(measured -> rows.add(measured.result()));
    rows.addAll(Ranking.faulty(experiment));
    rows.addAll(Ranking.absent(experiment));
    return rows;
  }

  private void row(Result result) {
    html.open("tr").element("td", result.approach());
    html.element("td", HtmlExperiment.name(result.by()));
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
    html.markup("<td colspan=\"5\">" + Markup.escape(text) + "</td>\n");
  }
}
