package io.penstock.evaluate.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One way of moving an array between memory and a file, in Java: the maker of a move for each task
/// that a worker process is given.
@FunctionalInterface
public non-sealed interface Approach extends Executable.Way {
  /// Makes ready: not timed.
  ///
  /// What a program would do anew for each run (open, allocate, close) belongs into [Move#run];
  /// what it would keep (a mapping, a pool) is made here.
  ///
  /// @param array of `task.work().type()` and [Task#arrayElements] elements: the target of a read,
  ///   the source of a write
  /// @throws AbsentException if it cannot be done here
  /// @throws Exception if it fails; the message is shown to the user
  Move prepare(Task task, Object array) throws Exception;

  /// A task made ready to run any number of times.
  @FunctionalInterface
  interface Move extends AutoCloseable {

    /// Waits for the other processes that move together with this one, if it can: not timed, so
    /// that nobody's time is another's delay.
    ///
    /// @throws Exception if it fails; the message is shown to the user
    default void meet() throws Exception {}

    /// Moves everything: this is what is timed.
    ///
    /// @throws Exception if it fails; the message is shown to the user
    void run() throws Exception;

    /// Waits for what goes on beside the caller after [#run] has returned: not timed.
    ///
    /// @throws Exception if that failed; the message is shown to the user
    default void settle() throws Exception {}

    /// Gives back what was kept between runs.
    ///
    /// @throws IOException if that fails
    @Override
    default void close() throws IOException {}

    /// What the last run took by the own clock of a program that read into memory of its own, so
    /// that what it read is not there to be compared; empty for a move that the worker times.
    default OptionalLong ownNanos() {
      return OptionalLong.empty();
    }

    /// What the last run took of all processors, in nanoseconds, by the account of a program that
    /// moved in a process of its own, 0 where it gives none; empty for a move in the worker's.
    default OptionalLong ownProcessorNanos() {
      return OptionalLong.empty();
    }

    /// Moves everything once more, and takes the time of each request from where it is handed over
    /// to its end. Not for what [#run] measures, which has no such clock beside it.
    ///
    /// @return empty, and nothing is moved, where single requests cannot be timed
    /// @throws Exception if it fails; the message is shown to the user
    default Optional<Percentiles> time() throws Exception {
      return Optional.empty();
    }

    /// A move by the threads that the task asks for, each with its own block. The threads are
    /// started once and released together; the first one is the caller's.
    ///
    /// @param part moves one thread's block
    static Move byThreads(Task task, CheckedConsumer<Task.Block> part) {
      return byThreads(task, Integer.MAX_VALUE, part);
    }

    /// The same by at most so many threads, to which the blocks are dealt in turn.
    static Move byThreads(Task task, int most, CheckedConsumer<Task.Block> part) {
      List<Task.Block> blocks = task.blocks();
      int threads = Math.min(most, blocks.size());
      return new TeamMove(
          blocks.subList(0, threads),
          first -> {
            for (int i = first.member(); i < blocks.size(); i += threads) {
              part.accept(blocks.get(i));
            }
          });
    }

    /// A move by a virtual thread for each block, started for each run.
    static Move byVirtualThreads(Task task, CheckedConsumer<Task.Block> part) {
      List<Callable<Void>> parts =
          task.blocks().stream()
              .<Callable<Void>>map(
                  block ->
                      () -> {
                        part.accept(block);
                        return null;
                      })
              .toList();
      return () -> {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
          for (Future<Void> done : threads.invokeAll(parts)) {
            done.get();
          }
        }
      };
    }

    /// A team of threads that meet at a barrier before and after each run.
    final class TeamMove implements Move {
      private final List<Task.Block> blocks;
      private final CheckedConsumer<Task.Block> part;
      private final CyclicBarrier start;
      private final CyclicBarrier end;
      private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
      private volatile boolean closed;

      TeamMove(List<Task.Block> blocks, CheckedConsumer<Task.Block> part) {
        this.blocks = blocks;
        this.part = part;
        start = new CyclicBarrier(blocks.size());
        end = new CyclicBarrier(blocks.size());
        blocks.stream().skip(1).forEach(this::startHelper);
      }

      private void startHelper(Task.Block block) {
        Thread.ofPlatform().daemon().name("mover-" + block.member()).start(() -> help(block));
      }

      private void help(Task.Block block) {
        meet(start);
        while (!closed) {
          move(block);
          meet(end);
          meet(start);
        }
      }

      @Override
      public void run() throws Exception {
        failure.set(null);
        meet(start);
        move(blocks.getFirst());
        meet(end);
        Exception thrown = failure.get();
        if (thrown != null) {
          throw thrown;
        }
      }

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          meet(start);
        }
      }

      private void move(Task.Block block) {
        try {
          part.accept(block);
        } catch (Exception e) {
          failure.compareAndSet(null, e);
        } catch (Error e) {
          failure.compareAndSet(null, new IllegalStateException(e.toString(), e));
        }
      }

      private void meet(CyclicBarrier barrier) {
        if (blocks.size() == 1) {
          return;
        }
        try {
          barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
          throw new IllegalStateException("the threads of a move lost each other", e);
        }
      }
    }
  }
}
