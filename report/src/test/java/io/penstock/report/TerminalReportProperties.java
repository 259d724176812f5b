package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalReportProperties {
  private static final EvaluationOutcome SAMPLE = SampleOutcome.of(1);
  private static final Baseline BASELINE = Baseline.compare(SampleOutcome.of(2), SAMPLE);

  @Test
  void noLineIsWiderThanTheTerminal() {
    for (int width = Terminal.NARROWEST; width <= Terminal.WIDEST; width++) {
      boolean odd = width % 2 == 1;
      assertFits(new Terminal(true, width, odd, true));
      assertFits(new Terminal(false, width, !odd, false));
    }
  }

  private static void assertFits(Terminal terminal) {
    for (String line : withoutColours(text(terminal)).split("\n", -1)) {
      if (line.codePointCount(0, line.length()) > terminal.width()) {
        throw new AssertionError("wider than " + terminal.width() + ": " + line);
      }
    }
  }

  @Test
  void colourChangesNothingButColourAndTheMarkOfTheBest() {
    String plain = text(new Terminal(true, 120, false, true));
    String coloured = text(new Terminal(true, 120, true, true));
    assertThat(plain).doesNotContain("\033");
    assertThat(coloured).contains("\033[38;5;36m");
    assertThat(squeezed(withoutColours(coloured).replaceAll("(?m)^ *■ classic.*$", "")))
        .isEqualTo(squeezed(plain.replace("*", "")));
  }

  @Test
  void withoutUnicodeThereAreOnlyAsciiBars() {
    String text = text(new Terminal(false, 100, false, false));
    assertThat(text).contains("####").doesNotContain("█", "▏", "…", "▁");
  }

  @Test
  void rowsAreSortedBySpeedWhicheverWayIsBetter() {
    assertThat(line("c-pread "))
        .isLessThan(line("penstock-auto "))
        .isLessThan(line("byte-array-streams "));
    assertThat(line("malloc-free"))
        .isLessThan(line("penstock-pool"))
        .isLessThan(line("allocate-direct"));
  }

  @Test
  void theBestOfEachColumnIsMarked() {
    assertThat(text(new Terminal(false, 160, false, true)))
        .containsPattern("c-read +\\*[0-9.]+ +\\*[0-9.]+");
  }

  @Test
  void detailsStandBelowInATableForEachPlaceTheFastestFirst() {
    assertThat(text(new Terminal(false, 120, false, true)))
        .containsPattern("(?m)^  4 threads +processor s/M +p99\\.9 µs$")
        .containsPattern("(?m)^  penstock-posix +4\\.25 +4,938$")
        .containsPattern("(?m)^  file-channel-direct +4\\.25 +-$");
  }

  @Test
  void theNarrowestTerminalShowsAllFurtherFigures() {
    assertThat(text(new Terminal(false, Terminal.NARROWEST, false, true)))
        .containsPattern("(?m)^  4 threads +processor s/M$")
        .containsPattern("(?m)^  penstock-posix +4\\.25$")
        .containsPattern("(?m)^  4 threads +p99\\.9 µs$")
        .containsPattern("(?m)^  penstock-posix +4,938$");
  }

  @Test
  void theNarrowestTerminalShowsFactsApartAndWhatAllColoursMean() {
    Map<String, String> facts = Map.of("memory available", "21.3 GiB");
    EvaluationOutcome outcome =
        new EvaluationOutcome("1", facts, List.of(), List.of(), "c", Instant.EPOCH);
    for (boolean unicode : new boolean[] {true, false}) {
      Terminal narrowest = new Terminal(true, Terminal.NARROWEST, true, unicode);
      String heading = withoutColours(new TerminalReport(narrowest).heading(outcome));
      assertThat(heading).containsPattern("(?m)^  memory avail\\S  21.3 GiB$");
      assertThat(squeezed(heading).replace("■ ", "")).endsWith(" classic jdk peer penstock c ");
    }
  }

  @Test
  void whatWasWrongOrAbsentIsSaid() {
    assertThat(text(new Terminal(false, 160, false, true)))
        .contains("WRONG BYTES: buffered-data-streams: byte 4096 is 0, not 17")
        .contains("WRONG BYTES: buffered-data-streams, 8 threads: element 12 is 7, not 12")
        .contains("DID NOT FINISH: buffered-data-streams, 4 threads: said nothing for 3 s")
        .contains("absent: mpi-io (no MPI library was found)");
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    Page.Line line = new Page.Line(new Terminal(true, 80, false, true));
    assertThat(line.add("a\033[2J\nb\tc")).hasToString("a [2J b c");
    Page.Line odd = new Page.Line(new Terminal(true, 80, false, true));
    assertThat(odd.add("a\u009b2J\u0085b\u202ec\u2067d\u2028e")).hasToString("a 2J b c d e");
  }

  @Test
  void whatDoesNotFitIsCutOffWithAnEllipsis() {
    Page.Line line = new Page.Line(new Terminal(true, 40, false, true));
    assertThat(line.left("penstock-posix", 8, Page.Style.PLAIN).add("|")).hasToString("penstoc…|");
    assertThat(line.add("x".repeat(50)).room()).isZero();
  }

  @Test
  void barsAreAnEighthExactAndAlwaysShowSomething() {
    assertThat(TerminalBars.bar(0, 10, true)).isEmpty();
    assertThat(TerminalBars.bar(1e-9, 10, true)).isEqualTo("▏");
    assertThat(TerminalBars.bar(0.5, 1, true)).isEqualTo("▌");
    assertThat(TerminalBars.bar(1, 10, true)).isEqualTo("█".repeat(10));
    assertThat(TerminalBars.bar(1, 10, false)).isEqualTo("#".repeat(10));
  }

  @Test
  void theEnvironmentDecidesWhatATerminalShows() {
    assertThat(Terminal.of(true, 0, StandardCharsets.UTF_8, Map.of()))
        .isEqualTo(new Terminal(true, 80, true, true));
    assertThat(Terminal.of(true, 132, StandardCharsets.UTF_8, Map.of("NO_COLOR", "1")))
        .isEqualTo(new Terminal(true, 132, false, true));
    assertThat(Terminal.of(true, 132, StandardCharsets.UTF_8, Map.of("NO_COLOR", "")).colour())
        .isTrue();
    assertThat(Terminal.of(true, 90, StandardCharsets.UTF_8, Map.of("COLUMNS", "70")).width())
        .isEqualTo(70);
    assertThat(Terminal.of(true, 90, StandardCharsets.UTF_8, Map.of("COLUMNS", "x")).width())
        .isEqualTo(90);
    assertThat(Terminal.of(true, 0, StandardCharsets.UTF_8, Map.of("TERM", "dumb")))
        .isEqualTo(new Terminal(false, 80, false, true));
    assertThat(Terminal.of(false, 0, StandardCharsets.US_ASCII, Map.of()))
        .isEqualTo(new Terminal(false, 100, false, false));
  }

  private static int line(String start) {
    List<String> lines = text(new Terminal(false, 100, false, true)).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().startsWith(start)) {
        return i;
      }
    }
    throw new AssertionError("no line starts with " + start);
  }

  private static String text(Terminal terminal) {
    TerminalReport report = new TerminalReport(terminal);
    return report.evaluation(SAMPLE) + report.baseline(BASELINE);
  }

  private static String withoutColours(String text) {
    return text.replaceAll("\033\\[[0-9;]*m", "");
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
