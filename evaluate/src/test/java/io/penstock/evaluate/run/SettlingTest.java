package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.FileTurn.Settling;
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
    assertThat(runs(n -> Math.max(10, 60 - n))).isGreaterThan(50);
  }

  @Test
  void runsThatNeverSettleAreGivenUp() {
    assertThat(runs(n -> n % 40 < 20 ? 5 : 50) * 5L).isLessThan(2_500);
  }

  @Test
  void runsLongerThanAWindowAreComparedOneByOne() {
    assertThat(runs(_ -> 400)).isEqualTo(4);
  }

  @Test
  void nobodyIsReleasedBeforeTheLeastTime() {
    Settling patient = new Settling(Duration.ofMillis(1_000));
    assertThat(runs(patient, _ -> 10)).isGreaterThanOrEqualTo(100);
  }

  private int runs(LongUnaryOperator millis) {
    return runs(settling, millis);
  }

  private static int runs(Settling settling, LongUnaryOperator millis) {
    return (int)
            LongStream.range(0, 1_000)
                .takeWhile(n -> !settling.ran(millis.applyAsLong(n) * MILLI))
                .count()
        + 1;
  }
}
