package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LifelinesTest {
  private Coordinator coordinator;

  @BeforeEach
  void open() throws IOException {
    coordinator = Coordinator.open(2, InetAddress.getLoopbackAddress(), _ -> {});
  }

  @AfterEach
  void close() {
    coordinator.close();
  }

  private Verdict call(int process) {
    return coordinator.admit(
        new Hello(Hello.Purpose.LIFELINE, coordinator.job(), process, Hello.COORDINATOR));
  }

  @Test
  void whoIsBarredBeforeItCallsIsTurnedAway() {
    assertThat(coordinator.bar(1)).isTrue();
    assertThat(call(1)).isEqualTo(Verdict.BARRED);
    assertThat(coordinator.bar(1)).as("still").isTrue();
    assertThat(call(0)).as("another").isEqualTo(Verdict.WELCOME);
  }

  @Test
  void whoHasCalledCannotBeBarred() {
    assertThat(call(1)).isEqualTo(Verdict.WELCOME);
    assertThat(coordinator.bar(1)).isFalse();
    assertThat(call(1)).isEqualTo(Verdict.DUPLICATE);
  }
}
