package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final TcpSettings SETTINGS = new TcpSettings(0, 10 * SECOND, 30 * SECOND);

  private final Liveness liveness = new Liveness();

  @Test
  void aRankThatHasSaidNothingYetMayStillBeJoining() {
    liveness.look(0, 0, 100 * SECOND);

    assertThat(liveness.silentNanos(125 * SECOND)).isEqualTo(25 * SECOND);
    assertThat(liveness.patienceNanos(SETTINGS)).isEqualTo(30 * SECOND);
  }

  @Test
  void aRankThatHasSpokenIsGivenTheSilenceOfTheSettings() {
    liveness.look(0, 0, 100 * SECOND);
    liveness.look(1, 0, 125 * SECOND);

    assertThat(liveness.silentNanos(130 * SECOND)).isEqualTo(5 * SECOND);
    assertThat(liveness.patienceNanos(SETTINGS)).isEqualTo(10 * SECOND);
  }

  @Test
  void aShortTimeToJoinShortensNoSilence() {
    liveness.look(0, 0, 100 * SECOND);

    assertThat(liveness.patienceNanos(new TcpSettings(0, 10 * SECOND, SECOND)))
        .isEqualTo(10 * SECOND);
  }
}
