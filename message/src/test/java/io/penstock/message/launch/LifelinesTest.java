package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.Handshake.Verdict;
import org.junit.jupiter.api.Test;

class LifelinesTest {
  private final Lifelines lifelines = new Lifelines(2);

  @Test
  void whoIsBarredBeforeItCallsIsTurnedAway() {
    assertThat(lifelines.bar(1)).isTrue();
    assertThat(lifelines.call(1)).isEqualTo(Verdict.BARRED);
    assertThat(lifelines.bar(1)).as("still").isTrue();
    assertThat(lifelines.call(0)).as("another").isEqualTo(Verdict.WELCOME);
  }

  @Test
  void whoHasCalledCannotBeBarred() {
    assertThat(lifelines.call(1)).isEqualTo(Verdict.WELCOME);
    assertThat(lifelines.bar(1)).isFalse();
    assertThat(lifelines.call(1)).isEqualTo(Verdict.DUPLICATE);
  }
}
