package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Percentiles;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import java.io.IOException;
import java.util.Optional;

/// The stopwatch of a move's single reads at scattered places. It runs in [Move#time] alone, so
/// that it takes nothing from the runs that are measured. For any thread.
final class Stopwatch {
  private static final long[] STOPPED = {};

  private final Task task;

  /// Of each read, by its number in the process; empty while it stands still.
  private volatile long[] times = STOPPED;

  Stopwatch(Task task) {
    this.task = task;
  }

  boolean isRunning() {
    return times.length > 0;
  }

  /// The moment at which a read begins.
  long now() {
    return isRunning() ? System.nanoTime() : 0;
  }

  /// Takes note that a read has ended.
  ///
  /// @param read its number in the process
  /// @param begin when it began
  void ended(int read, long begin) {
    long[] running = times;
    if (running.length > 0) {
      running[read] = System.nanoTime() - begin;
    }
  }

  /// Steps of a block, each of which is timed while this runs.
  Steps.Step over(Block block, Steps.Step step) {
    if (!isRunning()) {
      return step;
    }
    int[] next = {block.index()};
    return (first, index, count) -> {
      long begin = now();
      step.move(first, index, count);
      ended(next[0]++, begin);
    };
  }

  /// A move whose reads tell this when they begin and end.
  Move of(Move move) {
    return new Move() {
      @Override
      public void run() throws Exception {
        move.run();
      }

      @Override
      public Optional<Percentiles> time() throws Exception {
        if (!(task.work().access() instanceof Access.Scattered)) {
          return Optional.empty();
        }
        long[] taken = new long[task.share().count()];
        times = taken;
        try {
          move.run();
        } finally {
          times = STOPPED;
        }
        return Optional.of(Percentiles.of(taken));
      }

      @Override
      public void close() throws IOException {
        move.close();
      }
    };
  }
}
