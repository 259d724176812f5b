package io.penstock.report;

import java.util.Comparator;
import java.util.List;

/// The page's comparison with an earlier evaluation: what changed, the worst first.
final class HtmlBaseline {
  private HtmlBaseline() {}

  static void add(Html html, Baseline baseline) {
    html.open("section").element("h2", "Against the baseline");
    html.element("p", TerminalBaseline.summary(baseline) + ".");
    List<Baseline.Pair> changed =
        baseline.pairs().stream()
            .filter(Baseline.Pair::changed)
            .sorted(Comparator.comparingDouble(Baseline.Pair::speedRatio))
            .toList();
    if (!changed.isEmpty()) {
      table(html, changed);
    }
    list(html, "Missing now", baseline.missing());
    list(html, "New", baseline.added());
    html.close("section");
  }

  private static void table(Html html, List<Baseline.Pair> changed) {
    html.open("details").element("summary", "Changed: " + changed.size());
    html.open("div", "scroll").open("table", "data").open("thead").open("tr");
    html.element("th", "Measurement").element("th", "number", "before");
    html.element("th", "number", "now").element("th", "unit").element("th", "number", "speed");
    html.close("tr").close("thead").open("tbody");
    for (Baseline.Pair pair : changed) {
      html.open("tr").element("td", TerminalBaseline.name(pair.measurement()));
      html.element("td", "number", Numbers.figure(pair.before().median()));
      html.element("td", "number", Numbers.figure(pair.now().median()));
      html.element("td", pair.measurement().unit());
      String css = pair.faster() ? "number faster" : "number slower";
      html.element("td", css, Numbers.ratio(pair.speedRatio())).close("tr");
    }
    html.close("tbody").close("table").close("div").close("details");
  }

  private static void list(Html html, String heading, List<Baseline.Measurement> measurements) {
    if (!measurements.isEmpty()) {
      html.open("details").element("summary", heading + ": " + measurements.size()).open("ul");
      measurements.forEach(one -> html.element("li", TerminalBaseline.name(one)));
      html.close("ul").close("details");
    }
  }
}
