package io.penstock.report;

import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  private static final double WIDE = 780;
  private static final double NARROW = 370;

  private final Html html;
  private final EvaluationOutcome outcome;
  private final @Nullable Baseline baseline;

  private HtmlReport(EvaluationOutcome outcome, @Nullable Baseline baseline) {
    html = Html.page("Penstock evaluation, " + DAY.format(outcome.when()), "");
    this.outcome = outcome;
    this.baseline = baseline;
  }

  /// Writes the page to `file`, in UTF-8, replacing what was there.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Path file) throws IOException {
    write(page(outcome), file);
  }

  /// The same, with what changed since an earlier evaluation.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Baseline baseline, Path file)
      throws IOException {
    write(page(outcome, baseline), file);
  }

  private static void write(String page, Path file) throws IOException {
    List<String> _ = Publication.write(file, page.getBytes(StandardCharsets.UTF_8));
  }

  /// The page that [#write(EvaluationOutcome, Path)] writes.
  public static String page(EvaluationOutcome outcome) {
    return new HtmlReport(outcome, null).page();
  }

  /// The page that [#write(EvaluationOutcome, Baseline, Path)] writes.
  public static String page(EvaluationOutcome outcome, Baseline baseline) {
    return new HtmlReport(outcome, baseline).page();
  }

  private String page() {
    opening();
    chapters();
    notRun();
    closing();
    return html.toString();
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
    legend(headline.experiment());
    html.markup(headline.svg(WIDE, false).toString());
    html.markup(headline.svg(NARROW, true).toString());
    html.element("figcaption", headline.caption()).close("figure");
    headline.sentences().forEach(one -> html.element("p", one));
    html.close("section");
  }

  private void contents() {
    if (outcome.chapters().isEmpty()) {
      return;
    }
    html.open("nav");
    for (ChapterOutcome chapter : shown()) {
      html.link("chapter-" + chapter.name(), capital(chapter.name())).markup("\n");
    }
    html.link("machine", "The machine").markup("\n").link("method", "How it was measured");
    html.close("nav");
  }

  /// The chapters of which there is anything to show.
  private List<ChapterOutcome> shown() {
    return outcome.chapters().stream()
        .filter(chapter -> chapter.experiments().stream().anyMatch(HtmlReport::hasRun))
        .toList();
  }

  private void chapters() {
    int figure = 1;
    int number = 1;
    for (ChapterOutcome chapter : shown()) {
      html.open("section", "chapter");
      html.identified("h2", "chapter-" + chapter.name(), number + "  " + capital(chapter.name()));
      int part = 1;
      for (ExperimentOutcome experiment : chapter.experiments()) {
        if (hasRun(experiment)) {
          article(experiment, number + "." + part++, figure);
          figure += experiment.fastestFirst().isEmpty() ? 0 : 1;
        }
      }
      html.close("section");
      number++;
    }
  }

  /// The experiments of which nothing could be measured, by what they miss.
  private void notRun() {
    Map<String, List<String>> byReason =
        outcome
            .experiments()
            .filter(experiment -> !hasRun(experiment))
            .collect(
                Collectors.groupingBy(
                    HtmlReport::absence,
                    LinkedHashMap::new,
                    Collectors.mapping(ExperimentOutcome::id, Collectors.toList())));
    if (!byReason.isEmpty()) {
      html.open("section").element("h2", "Not measured here");
      byReason.forEach(
          (reason, ids) ->
              html.element("p", "absent", String.join(", ", ids) + ": " + reason + "."));
      html.close("section");
    }
  }

  private static String absence(ExperimentOutcome experiment) {
    Set<String> reasons = experiment.absences().keySet();
    return reasons.isEmpty() ? "nothing takes part in it here" : String.join("; ", reasons);
  }

  private void closing() {
    if (baseline != null) {
      changes(baseline);
    }
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

  // ---- one experiment --------------------------------------------------------------------------

  /// Whether there is anything to show of it.
  private static boolean hasRun(ExperimentOutcome experiment) {
    return !experiment.fastestFirst().isEmpty() || !experiment.faulty().isEmpty();
  }

  /// One experiment: its question, the chart, the figures of then beside those of now, and every
  /// figure.
  ///
  /// @param number of the section
  /// @param figure number of the chart
  private void article(ExperimentOutcome experiment, String number, int figure) {
    html.open("article");
    html.identified("h3", experiment.id(), number + "  " + experiment.title());
    html.open("p", "meta").element("code", experiment.id());
    html.markup(Html.escape(" after " + experiment.source())).close("p");
    if (!experiment.fastestFirst().isEmpty()) {
      figure(experiment, figure);
    }
    details(experiment);
    experiment.remarks().forEach(remark -> html.element("p", "remark", remark));
    faults(experiment);
    absent(experiment);
    experiment.notes().forEach(note -> html.element("p", "note", note + "."));
    history(experiment);
    figures(experiment);
    html.close("article");
  }

  private void figure(ExperimentOutcome experiment, int figure) {
    html.open("figure");
    legend(experiment);
    if (experiment.axis() == Axis.NONE) {
      html.markup(BarChart.wide(experiment, WIDE).svg());
      html.markup(BarChart.narrow(experiment, NARROW).svg());
    } else {
      html.markup(LineChart.wide(experiment, WIDE).svg());
      html.markup(LineChart.narrow(experiment, NARROW).svg());
    }
    html.open("figcaption").element("b", "Figure " + figure + ".");
    html.markup(Html.escape(caption(experiment))).close("figcaption").close("figure");
  }

  /// The colours of the families that appear, in one order for all charts.
  private void legend(ExperimentOutcome experiment) {
    html.open("p", "legend");
    for (By by : By.values()) {
      boolean appears =
          experiment.results().stream()
              .anyMatch(result -> result.by() == by && result.measured().isPresent());
      if (appears) {
        String css = by.css();
        html.markup(
            "<span class=\"key\" data-family=\"" + css + "\"><i class=\"" + css + "\"></i>");
        html.markup(Html.escape(by.label())).close("span");
      }
    }
    html.close("p");
  }

  private static String caption(ExperimentOutcome experiment) {
    String over = experiment.axis() == Axis.NONE ? "" : " by " + experiment.axis().heading();
    return String.format(
        Locale.ROOT,
        " In %s%s; %s is better. Median of %s, whiskers from minimum to maximum.",
        experiment.unit(),
        over,
        experiment.better().word(),
        experiment.runs());
  }

  /// The further figures, a row for each result that has some.
  private void details(ExperimentOutcome experiment) {
    List<Result> results = experiment.detailed().stream().flatMap(List::stream).toList();
    if (results.isEmpty()) {
      return;
    }
    List<String> columns = Detail.columns(results);
    html.open("div", "scroll").open("table", "data").element("caption", "Further figures, medians");
    html.open("thead").open("tr").element("th", "Approach");
    html.element("th", experiment.axis().heading());
    columns.forEach(column -> html.element("th", "number", column));
    html.close("tr").close("thead").open("tbody");
    for (Result result : results) {
      html.open("tr").element("td", experiment.labels().apply(result));
      html.element("td", experiment.axis().words(result));
      columns.forEach(column -> number(Detail.cell(result, column)));
      html.close("tr");
    }
    html.close("tbody").close("table").close("div");
  }

  private void faults(ExperimentOutcome experiment) {
    for (Result result : experiment.faulty()) {
      if (result.outcome() instanceof Outcome.Fault fault) {
        String label = experiment.labelWithPlace(result);
        html.element(
            "p", "wrong", capital(fault.heading()) + ": " + label + " (" + fault.reason() + ")");
      }
    }
  }

  private void absent(ExperimentOutcome experiment) {
    experiment
        .absences()
        .forEach(
            (reason, names) ->
                html.element("p", "absent", "Absent here: " + names + " (" + reason + ")."));
  }

  /// The figures of the publication, each beside that of the approach that does the same today.
  private void history(ExperimentOutcome experiment) {
    if (experiment.history().isEmpty()) {
      return;
    }
    html.open("table", "data history").element("caption", "Then, by " + experiment.source());
    html.open("thead").open("tr").element("th", "Then").element("th", "number", "");
    html.element("th", "Now").element("th", "number", "").close("tr").close("thead");
    html.open("tbody");
    for (Yardstick yardstick : experiment.history()) {
      Optional<Result> now = experiment.best(yardstick.approach());
      html.open("tr").element("td", yardstick.label());
      String figure = Numbers.figure(yardstick.value()) + " " + yardstick.unit();
      html.element("td", "number", figure);
      html.element("td", yardstick.approach());
      html.element("td", "number", now.map(best -> experiment.median(best)).orElse("")).close("tr");
    }
    html.close("tbody").close("table");
  }

  // ---- every figure ----------------------------------------------------------------------------

  /// Folded away until a reader asks for them; print shows them.
  private void figures(ExperimentOutcome experiment) {
    if (experiment.results().isEmpty()) {
      return;
    }
    boolean requests =
        experiment.results().stream().anyMatch(result -> result.requestBytes().isPresent());
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
    rows(experiment).forEach(result -> row(result, requests));
    html.close("tbody").close("table").close("div").close("details");
  }

  /// The results in the order of the table: by approach where something is varied, else by what
  /// came of them.
  private static List<Result> rows(ExperimentOutcome experiment) {
    if (experiment.axis() != Axis.NONE) {
      Map<String, List<Result>> byApproach =
          experiment.results().stream()
              .collect(
                  Collectors.groupingBy(
                      Result::approach, LinkedHashMap::new, Collectors.<Result>toList()));
      return byApproach.values().stream().flatMap(List::stream).toList();
    }
    return Stream.of(experiment.fastestFirst(), experiment.faulty(), experiment.absent())
        .flatMap(List::stream)
        .toList();
  }

  private void row(Result result, boolean requests) {
    html.open("tr").element("td", result.name());
    html.element("td", result.by().label());
    number(Integer.toString(result.threads()));
    number(Integer.toString(result.processes()));
    number(Numbers.bytes(result.bytes()));
    if (requests) {
      number(result.request());
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
