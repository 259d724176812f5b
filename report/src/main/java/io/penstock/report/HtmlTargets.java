package io.penstock.report;

import java.util.List;

/// The page's table of the ratios that Penstock sets itself.
final class HtmlTargets {
  private HtmlTargets() {}

  static void add(Html html, EvaluationOutcome outcome) {
    List<Target> targets = TerminalTargets.of(outcome);
    if (targets.isEmpty()) {
      return;
    }
    html.open("section").element("h2", "Targets");
    html.element("p", TerminalTargets.summary(targets) + ". All are ratios of speeds.");
    html.open("div", "scroll").open("table", "data").open("thead").open("tr");
    html.element("th", "Ratio").element("th", "number", "wanted").element("th", "number", "got");
    html.close("tr").close("thead").open("tbody");
    targets.forEach(target -> row(html, target));
    html.close("tbody").close("table").close("div").close("section");
  }

  private static void row(Html html, Target target) {
    String css =
        target.met() ? "number faster" : target.got().isEmpty() ? "number" : "number slower";
    html.open("tr").element("td", target.name());
    html.element("td", "number", Numbers.ratio(target.wanted()));
    html.element("td", css, TerminalTargets.ratio(target.got())).close("tr");
  }
}
