package io.penstock.tree;

import io.penstock.tree.folder.OpenFile.Flow;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A rate limiter and progress reporter of a copy. Safe for any thread; one for all of a copy.
final class CopyFlow implements Flow {
  private static final long STEP = 8 << 20;
  private static final long LEAST_STEP = 64 << 10;
  private static final long NANOS = 1_000_000_000;

  /// Steps a second where there is a limit.
  private static final long STEPS = 16;

  private final long limit;
  private final CopyProgress progress;
  private final long began = System.nanoTime();
  private final AtomicLong moved = new AtomicLong();

  /// @param limit bytes a second; [Long#MAX_VALUE] for none
  CopyFlow(long limit, CopyProgress progress) {
    this.limit = limit;
    this.progress = progress;
  }

  /// The most bytes between two reports.
  @Override
  public long step() {
    return limit == Long.MAX_VALUE ? STEP : Math.clamp(limit / STEPS, LEAST_STEP, STEP);
  }

  /// Bytes that took no time count for the progress alone.
  @Override
  public void passed(long bytes) throws IOException {
    if (!progress.moved(bytes)) {
      throw new CopyCancelledException();
    }
  }

  @Override
  public void moved(long bytes) throws IOException {
    passed(bytes);
    if (limit != Long.MAX_VALUE) {
      keepPace(moved.addAndGet(bytes));
    }
  }

  private void keepPace(long all) throws IOException {
    long due = began + (long) ((double) all / limit * NANOS);
    long wait = due - System.nanoTime();
    while (wait > 0) {
      LockSupport.parkNanos(Math.min(wait, NANOS / STEPS));
      passed(0);
      if (Thread.currentThread().isInterrupted()) {
        throw new CopyCancelledException();
      }
      wait = due - System.nanoTime();
    }
  }
}
