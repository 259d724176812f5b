package io.penstock.memory;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// One thread that does one thing after another, while its maker waits.
final class StepByStep implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

  void run(Runnable step) throws Exception {
    thread.submit(step).get(PATIENCE_SECONDS, SECONDS);
  }

  @Override
  public void close() {
    thread.close();
  }
}
