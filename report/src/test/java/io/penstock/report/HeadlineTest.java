package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HeadlineTest {
  @Test
  void aRatioThatIsInfiniteIsLeftOutOfTheSentences() {
    Headline headline =
        new Headline(
            new ExperimentOutcome(
                "arrays.coherence",
                "Stale reads",
                "a test",
                "stale of 1000",
                Better.LOWER,
                Axis.NONE,
                List.of(
                    result("streams", By.CLASSIC, 1000),
                    result("channel", By.JDK, 0),
                    result("file", By.PENSTOCK, 0)),
                List.of(),
                List.of()));
    assertThat(headline.sentences())
        .contains("Penstock (file) comes to 0 stale of 1000: 1.00 times the JDK’s.");
  }

  @Test
  void aRatioStandsBesideFiguresThatHaveItAlsoWhereLessIsBetter() {
    Headline headline =
        new Headline(
            new ExperimentOutcome(
                "messages.allocate",
                "Getting a block",
                "a test",
                "ns",
                Better.LOWER,
                Axis.NONE,
                List.of(
                    result("garbage", By.CLASSIC, 40),
                    result("arena", By.JDK, 80),
                    result("lease", By.PENSTOCK, 20),
                    result("malloc", By.C, 10)),
                List.of(),
                List.of()));
    assertThat(headline.sentences())
        .contains(
            "Penstock (lease) comes to 20.0 ns: 0.50 times the classic way, 0.25 times the JDK’s.",
            "A C program comes to 10.0 ns: Penstock is at 2.00× of that.");
  }

  @Test
  void theCaptionSaysWhatAReaderMustKnowOfTheWaysThatThePictureShows() {
    Outcome absent = new Outcome.Absent("not installed");
    Headline headline =
        of(
            result("file", By.PENSTOCK, measured(20), Optional.empty()),
            result("fio", By.PEER, measured(50), Optional.of("into a small buffer")),
            result("fio", By.PEER, measured(60), Optional.of("into a small buffer")),
            result("numpy", By.PEER, absent, Optional.of("one thread only")));
    assertThat(headline.caption()).endsWith("After a test. fio: into a small buffer.");
  }

  @Test
  void theCaptionSpeaksOfTheLineOfCWhereThereIsOne() {
    assertThat(of(result("file", By.PENSTOCK, 2)).caption())
        .contains("whiskers from minimum to maximum. After a test.");
    assertThat(of(result("file", By.PENSTOCK, 2), result("pread", By.C, 2)).caption())
        .contains("whiskers from minimum to maximum; the dashed line is C. After a test.");
  }

  private static Headline of(Result... results) {
    return new Headline(
        new ExperimentOutcome(
            "arrays.read.cached",
            "Reading",
            "a test",
            "GB/s",
            Better.HIGHER,
            Axis.NONE,
            List.of(results),
            List.of(),
            List.of()));
  }

  private static Result result(String approach, By by, double figure) {
    return result(approach, by, measured(figure), Optional.empty());
  }

  private static Outcome measured(double figure) {
    return new Outcome.Measured(new Figures(figure, figure, figure, 5), OptionalDouble.empty());
  }

  private static Result result(String approach, By by, Outcome outcome, Optional<String> note) {
    return new Result(approach, by, 1, 2, 8, OptionalLong.empty(), outcome, note);
  }
}
