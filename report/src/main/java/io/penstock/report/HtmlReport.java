package io.penstock.report;

import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// An evaluation as one page that needs nothing but itself: no network, no script, no font. It
/// suits light and dark, a telephone and a wide screen, and prints like a paper. Equal outcomes
/// make equal pages.
public final class HtmlReport {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Html html;
  private final EvaluationOutcome outcome;
  private final Optional<Baseline> baseline;

  private HtmlReport(EvaluationOutcome outcome, Optional<Baseline> baseline) {
    html = Html.page("Penstock evaluation, " + DAY.format(outcome.when()), "");
    this.outcome = outcome;
    this.baseline = baseline;
  }

  /// Writes the page to `file`, in UTF-8, replacing what was there.
  ///
  /// @param baseline what changed since an earlier evaluation, if there is one to compare with
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Optional<Baseline> baseline, Path file)
      throws IOException {
    List<String> _ =
        Publication.write(file, page(outcome, baseline).getBytes(StandardCharsets.UTF_8));
  }

  /// The page that [#write] writes.
  public static String page(EvaluationOutcome outcome, Optional<Baseline> baseline) {
    HtmlReport report = new HtmlReport(outcome, baseline);
    report.opening();
    report.chapters();
    report.closing();
    return report.html.toString();
  }

  private void opening() {
    html.open("header").element("h1", "Every way of moving data, measured");
    html.element(
            "p",
            "byline",
            "Penstock " + outcome.penstockVersion() + " · " + DAY.format(outcome.when()))
        .close("header");
    if (outcome.hasFaults()) {
      html.element(
          "p",
          "wrong",
          "At least one approach moved wrong bytes or did not finish; it is named where it happened.");
    }
    if (!outcome.advice().isEmpty()) {
      html.open("section", "advice").element("h2", "Advice for this machine").open("ul");
      outcome.advice().forEach(one -> html.element("li", one));
      html.close("ul").close("section");
    }
    HtmlSummary.add(html, outcome);
    HtmlTargets.add(html, outcome);
    machine();
    baseline.ifPresent(comparison -> HtmlBaseline.add(html, comparison));
  }

  private void machine() {
    html.open("section").element("h2", "The machine").open("div", "scroll");
    html.open("table", "facts");
    outcome
        .machine()
        .forEach(
            (name, value) -> html.open("tr").element("th", name).element("td", value).close("tr"));
    html.close("table").close("div").close("section");
  }

  private void chapters() {
    int figure = 1;
    int number = 1;
    for (ChapterOutcome chapter : outcome.chapters()) {
      html.open("section", "chapter");
      html.identified("h2", "chapter-" + chapter.name(), number + "  " + capital(chapter.name()));
      int part = 1;
      for (ExperimentOutcome experiment : chapter.experiments()) {
        HtmlExperiment.add(html, experiment, number + "." + part++, figure++);
      }
      html.close("section");
      number++;
    }
  }

  private void closing() {
    html.markup(Html.resource("method.html"));
    html.open("section").element("h2", "Run it again");
    html.open("pre").element("code", outcome.command()).close("pre").close("section");
    html.endOfPage();
  }

  private static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
