package io.penstock.report;

import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// An evaluation as one page: first a picture, then what it says in plain words, then advice, then
/// every experiment.
///
/// It needs nothing but itself: no network and no font, and where there are no scripts it works
/// without. It suits light and dark, a telephone and a wide screen, and prints like a paper. Equal
/// outcomes make equal pages.
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
    report.notRun();
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
          "At least one approach moved wrong bytes or did not finish; it is named where it"
              + " happened.");
    }
    Headline.of(outcome).ifPresent(this::headline);
    if (!outcome.advice().isEmpty()) {
      html.open("section", "advice").element("h2", "Advice for this machine").open("ul");
      outcome.advice().forEach(one -> html.element("li", one));
      html.close("ul").close("section");
    }
    contents();
  }

  private void headline(Headline headline) {
    html.open("section", "lead").open("figure");
    HtmlExperiment.legend(html, headline.experiment());
    html.markup(headline.svg(HtmlExperiment.WIDE, false).toString());
    html.markup(headline.svg(HtmlExperiment.NARROW, true).toString());
    html.element("figcaption", headline.caption()).close("figure");
    headline.sentences().forEach(one -> html.element("p", one));
    html.close("section");
  }

  private void contents() {
    if (outcome.chapters().isEmpty()) {
      return;
    }
    html.open("nav");
    for (ChapterOutcome chapter : outcome.chapters()) {
      html.link("chapter-" + chapter.name(), capital(chapter.name())).markup("\n");
    }
    html.link("machine", "The machine").markup("\n").link("method", "How it was measured");
    html.close("nav");
  }

  private void chapters() {
    int figure = 1;
    int number = 1;
    for (ChapterOutcome chapter : outcome.chapters()) {
      html.open("section", "chapter");
      html.identified("h2", "chapter-" + chapter.name(), number + "  " + capital(chapter.name()));
      int part = 1;
      for (ExperimentOutcome experiment : chapter.experiments()) {
        if (HtmlExperiment.hasRun(experiment)) {
          HtmlExperiment.add(html, experiment, number + "." + part++, figure++);
        }
      }
      html.close("section");
      number++;
    }
  }

  /// The experiments of which nothing could be measured, by what they miss.
  private void notRun() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (ChapterOutcome chapter : outcome.chapters()) {
      for (ExperimentOutcome experiment : chapter.experiments()) {
        if (!HtmlExperiment.hasRun(experiment)) {
          String reason =
              Ranking.absences(experiment).keySet().stream()
                  .findFirst()
                  .orElse("nothing takes part in it here");
          byReason.computeIfAbsent(reason, _ -> new ArrayList<>()).add(experiment.id());
        }
      }
    }
    if (!byReason.isEmpty()) {
      html.open("section").element("h2", "Not measured here");
      byReason.forEach(
          (reason, ids) ->
              html.element("p", "absent", String.join(", ", ids) + ": " + reason + "."));
      html.close("section");
    }
  }

  private void closing() {
    baseline.ifPresent(this::changes);
    machine();
    html.markup(Html.resource("method.html"));
    html.open("section").element("h2", "Run it again");
    html.open("pre").element("code", outcome.command()).close("pre").close("section");
    html.markup("<script>\n" + Html.resource("report.js") + "</script>\n");
    html.endOfPage();
  }

  private void machine() {
    html.open("section").identified("h2", "machine", "The machine").open("div", "scroll");
    html.open("table", "facts");
    outcome
        .machine()
        .forEach(
            (name, value) -> html.open("tr").element("th", name).element("td", value).close("tr"));
    html.close("table").close("div").close("section");
  }

  private static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  // ---- against an earlier evaluation -----------------------------------------------------------

  /// What changed, the worst first.
  private void changes(Baseline compared) {
    html.open("section").element("h2", "Against the baseline");
    html.element("p", compared.summary() + ".");
    List<Baseline.Pair> changed = compared.changed();
    if (!changed.isEmpty()) {
      table(changed);
    }
    list("Missing now", compared.missing());
    list("New", compared.added());
    html.close("section");
  }

  private void table(List<Baseline.Pair> changed) {
    html.open("details").element("summary", "Changed: " + changed.size());
    html.open("div", "scroll").open("table", "data").open("thead").open("tr");
    html.element("th", "Measurement").element("th", "number", "before");
    html.element("th", "number", "now").element("th", "unit").element("th", "number", "speed");
    html.close("tr").close("thead").open("tbody");
    for (Baseline.Pair pair : changed) {
      html.open("tr").element("td", pair.measurement().name());
      html.element("td", "number", Numbers.figure(pair.before().median()));
      html.element("td", "number", Numbers.figure(pair.now().median()));
      html.element("td", pair.measurement().unit());
      String css = pair.faster() ? "number faster" : "number slower";
      html.element("td", css, Numbers.ratio(pair.speedRatio())).close("tr");
    }
    html.close("tbody").close("table").close("div").close("details");
  }

  private void list(String heading, List<Baseline.Measurement> measurements) {
    if (!measurements.isEmpty()) {
      html.open("details").element("summary", heading + ": " + measurements.size()).open("ul");
      measurements.forEach(one -> html.element("li", one.name()));
      html.close("ul").close("details");
    }
  }
}
