package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeeperTest {
  private final BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();

  @Test
  void anInterruptIsForgottenBecauseAThreadThatBearsOneDoesNotWait() throws InterruptedException {
    Keeper keeper = new Keeper(0, _ -> noteAndInterruptOnce());
    keeper.start();
    try {
      assertThat(interrupted.take()).as("at first").isFalse();
      assertThat(interrupted.take()).as("after an interrupt").isFalse();
    } finally {
      keeper.stop();
    }
  }

  private void noteAndInterruptOnce() {
    boolean first = interrupted.isEmpty();
    interrupted.add(Thread.currentThread().isInterrupted());
    if (first) {
      Thread.currentThread().interrupt();
    }
  }
}
