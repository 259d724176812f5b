package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OutcomeModelTest {
  private static final Outcome MEASURED =
      new Outcome.Measured(new Figures(2, 1, 3, 5), OptionalDouble.of(0.5));

  private static Result result(Outcome outcome) {
    return new Result(
        "raw", By.CLASSIC, 2, 1, 100, OptionalLong.empty(), outcome, Optional.empty());
  }

  private static ExperimentOutcome experiment(Axis axis, Result result) {
    return new ExperimentOutcome(
        "a.b", "A", "B", "GB/s", Better.HIGHER, axis, List.of(result), List.of(), List.of());
  }

  @Test
  void figuresOutOfOrderAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Figures(1, 2, 3, 1))
        .withMessageContaining("min 2.0, median 1.0, max 3.0");
  }

  @Test
  void figuresThatAreNotFiniteAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Figures(Double.NaN, 1, 2, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Figures(1, 1, Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void requestsUnderWayAreNoPartOfALabelWhereTheyAreVaried() {
    Result one = result(MEASURED);
    Result more =
        new Result("raw", By.CLASSIC, 32, 1, 100, OptionalLong.empty(), MEASURED, Optional.empty());
    ExperimentOutcome outcome =
        new ExperimentOutcome(
            "a.b",
            "A",
            "B",
            "GB/s",
            Better.HIGHER,
            Axis.REQUESTS,
            List.of(one, more),
            List.of(),
            List.of());
    assertThat(outcome.labels().apply(more)).isEqualTo("raw");
    assertThat(outcome.labelWithPlace(more)).isEqualTo("raw, 32 under way");
  }

  @Test
  void detailsHaveNamesThatDiffer() {
    Detail detail = new Detail("p99", "µs", new Figures(2, 1, 3, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new Detail(" ", "µs", detail.figures()));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Result(
                    "raw",
                    By.CLASSIC,
                    2,
                    1,
                    100,
                    OptionalLong.empty(),
                    MEASURED,
                    Optional.empty(),
                    Optional.empty(),
                    List.of(detail, detail)))
        .withMessageStartingWith("raw: two details have one name");
  }

  @Test
  void rangesThatTouchOverlap() {
    Figures low = new Figures(2, 1, 3, 5);
    assertThat(low.overlaps(new Figures(4, 3, 5, 5))).isTrue();
    assertThat(low.overlaps(new Figures(4, 3.1, 5, 5))).isFalse();
    assertThat(new Figures(4, 3.1, 5, 5).overlaps(low)).isFalse();
  }

  @Test
  void aRatioIsASpeedWhateverTheUnit() {
    assertThat(Better.HIGHER.ratio(4, 2)).isEqualTo(2);
    assertThat(Better.LOWER.ratio(4, 2)).isEqualTo(0.5);
  }

  @Test
  void aRatioIsTheMedianOverTheRoundsSoThatOneThatDisturbsAllDoesNotCount() {
    Figures one = new Figures(5.2, 1.7, 5.8, 3, List.of(1.7, 5.2, 5.8));
    Figures other = new Figures(3.8, 3, 7.7, 3, List.of(3.0, 7.7, 3.8));
    assertThat(one.ratioTo(other, Better.HIGHER)).isEqualTo(5.2 / 7.7);
    assertThat(one.ratioTo(other, Better.LOWER)).isEqualTo(7.7 / 5.2);
  }

  @Test
  void aRatioIsThatOfTheMediansWhereRunsAreNotKnownOrNotAsMany() {
    Figures one = new Figures(4, 1, 5, 3);
    Figures two = new Figures(2, 2, 2, 2, List.of(2.0, 2.0));
    assertThat(one.ratioTo(two, Better.HIGHER)).isEqualTo(2);
    assertThat(two.ratioTo(one, Better.HIGHER)).isEqualTo(0.5);
  }

  @Test
  void aMeasuredResultWithoutAPlaceOnTheAxisIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> experiment(Axis.REQUEST_BYTES, result(MEASURED)))
        .withMessageContaining("experiment a.b: raw");
    assertThat(experiment(Axis.THREADS, result(MEASURED)).results()).hasSize(1);
  }

  @Test
  void anAbsentApproachNeedsNoPlaceOnTheAxis() {
    Result absent = result(new Outcome.Absent("no cc"));
    assertThat(experiment(Axis.REQUEST_BYTES, absent).results()).containsExactly(absent);
  }

  @Test
  void aWrongResultMakesTheEvaluationWrong() {
    assertThat(evaluation(result(MEASURED)).hasFaults()).isFalse();
    assertThat(evaluation(result(Outcome.wrong("byte 7 is 0"))).hasFaults()).isTrue();
    assertThat(evaluation(result(Outcome.failed("it hung"))).hasFaults()).isTrue();
  }

  @Test
  void theMachineKeepsItsOrder() {
    Map<String, String> machine = new LinkedHashMap<>();
    for (String name : List.of("cpu", "memory", "file system", "jdk", "kernel")) {
      machine.put(name, "x");
    }
    EvaluationOutcome outcome =
        new EvaluationOutcome("1", machine, List.of(), List.of(), "evaluate", Instant.EPOCH);
    assertThat(outcome.machine().keySet()).containsExactlyElementsOf(machine.keySet());
  }

  private static EvaluationOutcome evaluation(Result result) {
    ChapterOutcome chapter = new ChapterOutcome("a", List.of(experiment(Axis.NONE, result)));
    return new EvaluationOutcome(
        "1", Map.of(), List.of(chapter), List.of(), "evaluate", Instant.EPOCH);
  }
}
