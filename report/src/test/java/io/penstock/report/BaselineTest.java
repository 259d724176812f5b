package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BaselineTest {

  @Test
  void anEvaluationComparedWithItselfHasNotChanged() {
    Baseline baseline = Baseline.compare(SampleOutcome.of(3), SampleOutcome.of(3));
    assertThat(baseline.pairs()).isNotEmpty().allMatch(pair -> !pair.changed());
    assertThat(baseline.pairs()).allMatch(pair -> pair.speedRatio() == 1);
    assertThat(baseline.missing()).isEmpty();
    assertThat(baseline.added()).isEmpty();
  }

  @Test
  void rangesApartAreAChange() {
    Baseline.Pair pair =
        pair(Better.HIGHER, new Figures(2, 1.9, 2.1, 5), new Figures(3, 2.9, 3.1, 5));
    assertThat(pair.speedRatio()).isEqualTo(1.5);
    assertThat(pair.faster()).isTrue();
    assertThat(pair.slower()).isFalse();
  }

  @Test
  void rangesThatOverlapAreNoChangeHoweverFarTheMedians() {
    Baseline.Pair pair =
        pair(Better.HIGHER, new Figures(2, 1, 3.0, 5), new Figures(3.5, 2.9, 4, 5));
    assertThat(pair.speedRatio()).isEqualTo(1.75);
    assertThat(pair.changed()).isFalse();
    assertThat(pair.faster()).isFalse();
  }

  @Test
  void manyRunsThatOverlapALittleAreAChange() {
    List<Double> before = List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 9.5);
    List<Double> now = List.of(8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0);
    assertThat(
            pair(
                    Better.HIGHER,
                    new Figures(4.5, 1, 9.5, 8, before),
                    new Figures(11.5, 8, 15, 8, now))
                .faster())
        .isTrue();
  }

  @Test
  void fourRunsAreTooFewForATestAndAreComparedByTheirRanges() {
    Figures before = new Figures(2.5, 1, 4, 4, List.of(1.0, 2.0, 3.0, 4.0));
    Figures now = new Figures(6.5, 5, 8, 4, List.of(5.0, 6.0, 7.0, 8.0));
    assertThat(pair(Better.LOWER, before, now).slower()).isTrue();
  }

  @Test
  void aHigherCostIsSlower() {
    Baseline.Pair pair =
        pair(Better.LOWER, new Figures(2, 1.9, 2.1, 5), new Figures(4, 3.9, 4.1, 5));
    assertThat(pair.speedRatio()).isEqualTo(0.5);
    assertThat(pair.slower()).isTrue();
  }

  @Test
  void twoCostsOfZeroAreEqual() {
    Baseline.Pair pair = pair(Better.LOWER, new Figures(0, 0, 0, 5), new Figures(0, 0, 0, 5));
    assertThat(pair.speedRatio()).isEqualTo(1);
    assertThat(pair.changed()).isFalse();
  }

  @Test
  void aCostThatIsNoneAnyMoreIsSaidInEveryReport() {
    EvaluationOutcome before =
        outcome(Better.LOWER, result("a", 1, measured(new Figures(24, 24, 24, 5))));
    EvaluationOutcome now =
        outcome(Better.LOWER, result("a", 1, measured(new Figures(0, 0, 0, 5))));
    Baseline baseline = Baseline.compare(before, now);
    assertThat(HtmlReport.page(now, baseline)).contains("1 faster").contains("∞×");
    assertThat(new TerminalReport(new Terminal(false, 100, false, true)).baseline(baseline))
        .contains("1 faster")
        .contains("∞×");
  }

  @Test
  void anythingThatIdentifiesAMeasurementKeepsItApart() {
    EvaluationOutcome before =
        outcome(Better.HIGHER, result("a", 1, measured(new Figures(1, 1, 1, 1))));
    EvaluationOutcome now =
        outcome(Better.HIGHER, result("a", 2, measured(new Figures(1, 1, 1, 1))));
    Baseline baseline = Baseline.compare(before, now);
    assertThat(baseline.pairs()).isEmpty();
    assertThat(baseline.missing()).extracting(Baseline.Measurement::threads).containsExactly(1);
    assertThat(baseline.added()).extracting(Baseline.Measurement::threads).containsExactly(2);
  }

  @Test
  void changesOfOneApproachWithManySizesAreToldApart() {
    EvaluationOutcome before = outcome(Better.LOWER, sized(4096, 2), sized(1 << 20, 4));
    EvaluationOutcome now = outcome(Better.LOWER, sized(4096, 3), sized(1 << 20, 5));
    Baseline changed = Baseline.compare(before, now);
    assertThat(HtmlReport.page(now, changed)).contains("e a 1t 1p 4K<", "e a 1t 1p 1M<");
    assertThat(text(changed)).contains("e a  ", " 1t 1p 4K  ", " 1t 1p 1M  ");
    Baseline smaller = Baseline.compare(before, outcome(Better.LOWER, sized(8192, 2)));
    assertThat(text(smaller))
        .contains("missing: e a 1t 1p 4K\n", "missing: e a 1t 1p 1M\n", "new: e a 1t 1p 8K\n");
  }

  @Test
  void aChangeWhoseNameIsTooLongForItsFiguresHasTwoLines() {
    String name = "lucene-mmap-prefetch";
    Result before = result(name, 1, measured(new Figures(2, 2, 2, 1)));
    Result now = result(name, 1, measured(new Figures(4, 4, 4, 1)));
    Baseline baseline =
        Baseline.compare(outcome(Better.HIGHER, before), outcome(Better.HIGHER, now));
    TerminalReport narrow = new TerminalReport(new Terminal(false, 50, false, true));
    assertThat(narrow.baseline(baseline))
        .endsWith("   2.00×  e lucene-mmap-prefetch\n          1t 1p 5 of 10  2.00 -> 4.00 u\n");
    assertThat(text(baseline))
        .containsPattern("2\\.00×  e lucene-mmap-prefetch +1t 1p 5 of 10  2\\.00 -> 4\\.00 u\n");
  }

  private static String text(Baseline baseline) {
    return new TerminalReport(new Terminal(false, 100, false, true)).baseline(baseline);
  }

  private static Result sized(long bytes, double figure) {
    Outcome outcome = measured(new Figures(figure, figure, figure, 1));
    return new Result("a", By.JDK, 1, 1, bytes, OptionalLong.empty(), outcome, Optional.empty());
  }

  @Test
  void anApproachThatNowMovesWrongBytesIsMissing() {
    EvaluationOutcome before =
        outcome(Better.HIGHER, result("a", 1, measured(new Figures(1, 1, 1, 1))));
    EvaluationOutcome now = outcome(Better.HIGHER, result("a", 1, Outcome.wrong("byte 0")));
    Baseline baseline = Baseline.compare(before, now);
    assertThat(baseline.pairs()).isEmpty();
    assertThat(baseline.missing()).hasSize(1);
    assertThat(baseline.added()).isEmpty();
  }

  static EvaluationOutcome outcome(Figures figures) {
    return outcome(Better.HIGHER, result("a", 1, measured(figures)));
  }

  private static Baseline.Pair pair(Better better, Figures before, Figures now) {
    Baseline baseline =
        Baseline.compare(
            outcome(better, result("a", 1, measured(before))),
            outcome(better, result("a", 1, measured(now))));
    assertThat(baseline.pairs()).hasSize(1);
    return baseline.pairs().getFirst();
  }

  private static Outcome measured(Figures figures) {
    return new Outcome.Measured(figures, OptionalDouble.empty());
  }

  private static Result result(String approach, int threads, Outcome outcome) {
    return new Result(
        approach, By.JDK, threads, 1, 10, OptionalLong.of(5), outcome, Optional.empty());
  }

  private static EvaluationOutcome outcome(Better better, Result... results) {
    ExperimentOutcome experiment =
        new ExperimentOutcome(
            "e", "E", "S", "u", better, Axis.NONE, List.of(results), List.of(), List.of());
    ChapterOutcome chapter = new ChapterOutcome("c", List.of(experiment));
    return new EvaluationOutcome(
        "1", Map.of(), List.of(chapter), List.of(), "evaluate", Instant.EPOCH);
  }
}
