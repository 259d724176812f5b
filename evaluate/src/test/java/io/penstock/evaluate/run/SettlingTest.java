package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Contestant.Settling;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final long MILLI = 1_000_000;

  private final Settling settling = new Settling(Duration.ofMillis(150));

  @Test
  void runsThatTakeTheSameHaveSettledAfterThreeWindows() {
    assertThat(runs(_ -> 10)).isEqualTo(1 + 3 * 10);
  }

  @Test
  void theFirstRunLoadsClassesAndDoesNotCount() {
    assertThat(runs(n -> n == 0 ? 5_000 : 10)).isEqualTo(1 + 3 * 10);
  }

  @Test
  void runsThatStillBecomeFasterAreWaitedFor() {
    assertThat(runs(n -> Math.max(10, 60 - n))).isGreaterThan(40);
  }

  @Test
  void runsThatBecomeFasterForeverAreGivenUp() {
    assertThat(runs(n -> Math.max(1, 1_000 >> (n / 2)))).isLessThan(1_000);
  }

  @Test
  void slowRunsOfABusyMachineAreNotWaitedFor() {
    assertThat(runs(n -> n % 2 == 0 ? 100 : 150)).isLessThan(8);
  }

  @Test
  void runsLongerThanAWindowAreComparedOneByOne() {
    assertThat(runs(_ -> 400)).isEqualTo(4);
  }

  @Test
  void runsThatTakeNoTimeEndTheWaitingToo() {
    assertThat(runs(_ -> 0)).isLessThanOrEqualTo(301);
  }

  @Test
  void nobodyIsReleasedBeforeTheLeastTime() {
    Settling patient = new Settling(Duration.ofSeconds(1));
    assertThat(runs(patient, _ -> 10)).isGreaterThanOrEqualTo(100);
  }

  private int runs(LongUnaryOperator millis) {
    return runs(settling, millis);
  }

  private static int runs(Settling settling, LongUnaryOperator millis) {
    return (int)
            LongStream.range(0, 1_000)
                .takeWhile(n -> !ran(settling, millis.applyAsLong(n) * MILLI))
                .count()
        + 1;
  }

  private static boolean ran(Settling settling, long nanos) {
    return settling.ran(nanos, Math.max(nanos, MILLI));
  }
}
