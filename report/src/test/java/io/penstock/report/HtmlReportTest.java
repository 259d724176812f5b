package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  private static final String EVIL = "<script>alert(\"1\" & '2')</script>";
  private static final Set<String> VOID = Set.of("meta", "line", "rect", "circle", "path");

  @TempDir Path folder;

  @Test
  void thePageNeedsNothingButItself() {
    String page = sample();
    assertThat(page)
        .doesNotContain("http:", "https:", "src=", "@import", "url(", "<script ", "<link", "//");
  }

  @Test
  void detailsAreATableBelowTheChart() {
    String page = sample();
    assertThat(page).containsOnlyOnce("<caption>Further figures, medians</caption>");
    String table = page.substring(page.indexOf("Further figures"));
    assertThat(table.substring(0, table.indexOf("</table>")))
        .contains("<th class=\"number\">p99.9 µs</th>", "<td>8 threads</td>")
        .contains("<td class=\"number\">9,876</td>", "<td class=\"number\">-</td>");
  }

  @Test
  void everyTextIsEscaped() {
    String page = HtmlReport.page(evil(), Baseline.compare(evil(), other()));
    assertThat(page).containsOnlyOnce("<script>").doesNotContain("alert(\"");
    assertThat(page).contains("&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)");
  }

  /// A file may be named with them.
  @Test
  void noCharacterIsWrittenThatXmlDoesNotHave() {
    assertThat(Html.escape("a\ufffeb\uffffc\033d\ufffde")).isEqualTo("a b c d\ufffde");
  }

  @Test
  void everyElementIsClosedInItsTurn() {
    for (String page : List.of(sample(), HtmlReport.page(evil()))) {
      Deque<String> open = new ArrayDeque<>();
      String markup =
          page.replaceFirst("(?s)<style>.*</style>", "")
              .replaceFirst("(?s)<script>.*</script>", "");
      Matcher tags = Pattern.compile("<(/?)([a-z][a-z0-9]*)[^>]*?(/?)>").matcher(markup);
      while (tags.find()) {
        if (tags.group(1).equals("/")) {
          assertThat(open.pop()).isEqualTo(tags.group(2));
        } else if (tags.group(3).isEmpty() && !VOID.contains(tags.group(2))) {
          open.push(tags.group(2));
        }
      }
      assertThat(open).isEmpty();
    }
  }

  @Test
  void linksLeadToWhatIsThere() {
    String page = sample();
    Matcher links = Pattern.compile("href=\"#([^\"]+)\"").matcher(page);
    int count = 0;
    while (links.find()) {
      assertThat(page).contains("id=\"" + links.group(1) + "\"");
      count++;
    }
    assertThat(count).isEqualTo(4);
  }

  @Test
  void everyClassOfADrawingHasItsStyle() {
    String page = sample();
    Matcher classes =
        Pattern.compile("<(?:line|rect|circle|path|text)[^>]* class=\"([^\"]+)\"").matcher(page);
    while (classes.find()) {
      for (String name : classes.group(1).split(" ", -1)) {
        if (!name.equals("name")) {
          assertThat(page).containsPattern("\\." + name + "[ ,.]");
        }
      }
    }
  }

  @Test
  void whatWasWrongOrAbsentIsSaid() {
    assertThat(sample())
        .contains("Wrong bytes: buffered-data-streams (byte 4096 is 0, not 17)")
        .contains("Wrong bytes: buffered-data-streams, 8 threads (element 12 is 7, not 12)")
        .contains("Did not finish: buffered-data-streams, 4 threads (said nothing for 3 s)")
        .contains("Absent here: mpi-io (no MPI library was found).")
        .contains("data-streams: extrapolated from 1 MiB.")
        .contains("SGI Origin2000, raw byte arrays, 16 processors")
        .contains("penstock evaluate arrays memory --dir /data");
  }

  @Test
  void thePictureComesFirstThenItsSentencesThenTheAdvice() {
    String page = sample();
    assertThat(page.indexOf("every way at its best"))
        .isPositive()
        .isLessThan(page.indexOf("A C program comes to 5.10 GB/s: Penstock is at 0.98× of that."));
    assertThat(page.indexOf("A C program comes to"))
        .isLessThan(page.indexOf("Advice for this machine"));
    assertThat(page.indexOf("Advice for this machine")).isLessThan(page.indexOf("<article>"));
  }

  @Test
  void theFigureOfThenStandsBesideThatOfNow() {
    assertThat(sample())
        .containsPattern(
            "(?s)raw byte arrays, 16 processors</td>\\s*<td class=\"number\">631 MB/s</td>"
                + "\\s*<td>raw-byte-arrays</td>\\s*<td class=\"number\">[0-9,]+ MB/s");
  }

  @Test
  void experimentsThatCouldNotRunAreOneLineAtTheEnd() {
    Result missing =
        new Result(
            "c",
            By.C,
            1,
            1,
            1,
            OptionalLong.empty(),
            new Outcome.Absent("no compiler; run ./penstock setup c"),
            Optional.empty());
    List<ExperimentOutcome> none =
        Stream.of("a.one", "a.two")
            .map(
                id ->
                    new ExperimentOutcome(
                        id,
                        id,
                        id,
                        "GB/s",
                        Better.HIGHER,
                        Axis.NONE,
                        List.of(missing),
                        List.of(),
                        List.of()))
            .toList();
    EvaluationOutcome outcome =
        new EvaluationOutcome(
            "1", Map.of(), List.of(new ChapterOutcome("a", none)), List.of(), "x", Instant.EPOCH);
    assertThat(HtmlReport.page(outcome))
        .contains("a.one, a.two: no compiler; run ./penstock setup c.")
        .doesNotContain("<article>");
  }

  @Test
  void theDrawingAsAFileHasItsOwnColoursAndSize() {
    String svg = Headline.of(SampleOutcome.of(1)).orElseThrow().standalone();
    assertThat(svg)
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"780\"")
        .contains("--penstock-0:", "prefers-color-scheme: dark", "svg.chart { width: 780px;")
        .endsWith("</svg>\n");
  }

  @Test
  void costsOfZeroAreComparedInTheSentences() {
    assertThat(sentences(0, 0)).contains("1.00 times the JDK’s").contains("at 1.00× of that");
    assertThat(sentences(0, 8)).contains("comes to 0 B.").doesNotContain("∞");
    assertThat(sentences(8, 0)).contains("comes to 8.00 B.").doesNotContain("∞");
  }

  private static String sentences(double ours, double others) {
    List<Result> results =
        List.of(cost(By.PENSTOCK, ours), cost(By.JDK, others), cost(By.C, others));
    ExperimentOutcome experiment =
        new ExperimentOutcome(
            "e", "E", "S", "B", Better.LOWER, Axis.NONE, results, List.of(), List.of());
    return String.join(" ", new Headline(experiment).sentences());
  }

  private static Result cost(By by, double figure) {
    return new Result(
        by.name(),
        by,
        1,
        1,
        1,
        OptionalLong.empty(),
        new Outcome.Measured(new Figures(figure, figure, figure, 1), OptionalDouble.empty()),
        Optional.empty());
  }

  @Test
  void anEvaluationWithoutAnythingIsStillAPage() {
    EvaluationOutcome nothing =
        new EvaluationOutcome("1", Map.of(), List.of(), List.of(), "x", Instant.EPOCH);
    assertThat(HtmlReport.page(nothing)).endsWith("</html>\n");
  }

  @Test
  void theSamePageIsWrittenEachTime() throws IOException {
    Path file = folder.resolve("r.html");
    HtmlReport.write(SampleOutcome.of(1), file);
    assertThat(file).hasContent(HtmlReport.page(SampleOutcome.of(1)));
    assertThat(Files.size(file)).isLessThan(1 << 20);
  }

  private static String sample() {
    Baseline baseline = Baseline.compare(SampleOutcome.of(2), SampleOutcome.of(1));
    return HtmlReport.page(SampleOutcome.of(1), baseline);
  }

  private static EvaluationOutcome evil() {
    return evaluation(EVIL, new Figures(2, 1, 3, 1));
  }

  private static EvaluationOutcome other() {
    return evaluation(EVIL, new Figures(20, 10, 30, 1));
  }

  private static EvaluationOutcome evaluation(String text, Figures figures) {
    List<Result> results =
        List.of(
            result(text, new Outcome.Measured(figures, OptionalDouble.empty())),
            result(text, Outcome.wrong(text)),
            result(text, new Outcome.Absent(text)));
    List<Yardstick> history = List.of(new Yardstick(text, 1, text));
    List<ExperimentOutcome> experiments =
        List.of(
            new ExperimentOutcome(
                text, text, text, text, Better.HIGHER, Axis.NONE, results, history, List.of(text)),
            new ExperimentOutcome(
                text, text, text, text, Better.LOWER, Axis.THREADS, results, history, List.of()),
            new ExperimentOutcome(
                text, text, text, text, Better.LOWER, Axis.NONE, List.of(), history, List.of()));
    return new EvaluationOutcome(
        text,
        Map.of(text, text),
        List.of(new ChapterOutcome(text, experiments)),
        List.of(text),
        text,
        Instant.EPOCH);
  }

  @Test
  void whatCouldNotRunHasItsReasonsAndNeitherAChapterNorAFigure() {
    Outcome measured = new Outcome.Measured(new Figures(2, 1, 3, 5), OptionalDouble.empty());
    Result absent = result("a", new Outcome.Absent("no compiler"));
    Result missing = result("b", new Outcome.Absent("no NumPy"));
    EvaluationOutcome outcome =
        new EvaluationOutcome(
            "1",
            Map.of(),
            List.of(
                chapter("none", question("none.a", absent, missing)),
                chapter(
                    "some",
                    question("some.a", result("c", Outcome.failed("it ended"))),
                    question("some.b", result("d", measured)))),
            List.of(),
            "penstock evaluate",
            Instant.EPOCH);
    assertThat(HtmlReport.page(outcome))
        .contains("none.a: no compiler; no NumPy.", "1  Some", "Figure 1", "#chapter-some")
        .doesNotContain("chapter-none", "Figure 2");
  }

  private static ChapterOutcome chapter(String name, ExperimentOutcome... experiments) {
    return new ChapterOutcome(name, List.of(experiments));
  }

  private static ExperimentOutcome question(String id, Result result, Result... more) {
    List<Result> results = Stream.concat(Stream.of(result), Stream.of(more)).toList();
    return new ExperimentOutcome(
        id, "T", "S", "u", Better.HIGHER, Axis.NONE, results, List.of(), List.of());
  }

  private static Result result(String text, Outcome outcome) {
    return new Result(text, By.PEER, 2, 1, 3, OptionalLong.of(7), outcome, Optional.of(text));
  }
}
