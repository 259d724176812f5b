package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressThreadTest {
  private final BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();

  @Test
  void anInterruptIsForgottenBecauseAThreadThatBearsOneDoesNotWait() throws InterruptedException {
    ProgressThread progressThread = new ProgressThread(0, _ -> noteAndInterruptOnce());
    progressThread.start();
    try {
      assertThat(interrupted.take()).as("at first").isFalse();
      assertThat(interrupted.take()).as("after an interrupt").isFalse();
    } finally {
      progressThread.stop();
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
