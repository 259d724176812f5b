package io.penstock.memory;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/// Does something on a thread of its own and waits for it.
final class OtherThread {
  private static final long PATIENCE_SECONDS = 60;

  private OtherThread() {}

  static <T> T call(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().start(task);
    return task.get(PATIENCE_SECONDS, SECONDS);
  }

  static void run(Runnable work) throws Exception {
    call(
        () -> {
          work.run();
          return true;
        });
  }
}
