package io.penstock.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The whole evaluation in one table: Penstock's best way in each experiment, beside C's, the JDK's
/// and the classic best.
final class HtmlSummary {
  private static final List<By> OTHERS = List.of(By.C, By.JDK, By.CLASSIC, By.PEER);

  private final Html html;

  private HtmlSummary(Html html) {
    this.html = html;
  }

  static void add(Html html, EvaluationOutcome outcome) {
    if (outcome.chapters().stream().anyMatch(chapter -> !chapter.experiments().isEmpty())) {
      new HtmlSummary(html).table(outcome);
    }
  }

  private void table(EvaluationOutcome outcome) {
    html.open("section").element("h2", "In short");
    html.element(
        "p",
        "The fastest way that Penstock offers in each experiment, and how many times faster it is"
            + " than the best of C, of the JDK, of the classic ways and of the peers: medians, the"
            + " best setting of each.");
    html.open("div", "scroll").open("table", "data").open("thead").open("tr");
    html.element("th", "Experiment").element("th", "Penstock’s best").element("th", "number", "");
    html.element("th", "number", "against C").element("th", "number", "JDK");
    html.element("th", "number", "classic").element("th", "number", "peers");
    html.close("tr").close("thead").open("tbody");
    for (ChapterOutcome chapter : outcome.chapters()) {
      chapter.experiments().forEach(this::row);
    }
    html.close("tbody").close("table").close("div").close("section");
  }

  private void row(ExperimentOutcome experiment) {
    html.open("tr").markup("<td>").link(experiment.id(), experiment.title()).markup("</td>");
    Optional<Ranking.Measured> best = best(experiment, By.PENSTOCK);
    String label = best.map(one -> Labels.withPlace(experiment, one.result())).orElse("–");
    html.element("td", label);
    html.element(
        "td",
        "number",
        best.map(one -> Numbers.figure(one.figures().median()) + " " + experiment.unit())
            .orElse(""));
    for (By other : OTHERS) {
      OptionalDouble ratio = ratio(experiment, best, best(experiment, other));
      html.element("td", "number", ratio.isPresent() ? Numbers.ratio(ratio.getAsDouble()) : "–");
    }
    html.close("tr");
  }

  private static Optional<Ranking.Measured> best(ExperimentOutcome experiment, By by) {
    return Ranking.fastestFirst(experiment).stream()
        .filter(measured -> measured.result().by() == by)
        .findFirst();
  }

  private static OptionalDouble ratio(
      ExperimentOutcome experiment,
      Optional<Ranking.Measured> ours,
      Optional<Ranking.Measured> theirs) {
    if (ours.isEmpty() || theirs.isEmpty()) {
      return OptionalDouble.empty();
    }
    Figures mine = ours.get().figures();
    Figures other = theirs.get().figures();
    double ratio = experiment.better().ratio(mine.median(), other.median());
    return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
  }
}
