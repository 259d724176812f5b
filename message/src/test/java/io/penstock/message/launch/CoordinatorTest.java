package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoordinatorTest {
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

  @Test
  void aRankThatWaitsForOthersIsToldOfTheCoordinatorsEnd() throws IOException {
    Deadline deadline = Deadline.after(Duration.ofMinutes(10));
    Hello hello = new Hello(Hello.Purpose.JOIN, coordinator.job(), 0, Hello.COORDINATOR);
    try (SocketChannel channel =
        Handshake.connect(coordinator.address(), hello, coordinator.secret(), deadline)) {
      TimedChannel rank = new TimedChannel(channel, deadline);
      InetSocketAddress listener = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
      rank.write(new Registration(listener, Duration.ofHours(1)).encode());
      coordinator.close();
      assertThatThrownBy(() -> rank.read(1)).isInstanceOf(IOException.class);
    }
  }
}
