package io.penstock.evaluate.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Threads that are started once and released together.
final class Crew implements AutoCloseable {

  /// What each member does.
  @FunctionalInterface
  interface Part {
    /// Does the part of member number `member`.
    ///
    /// @throws Exception if it fails; the crew's work fails with it
    void run(int member) throws Exception;
  }

  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final List<Thread> members = new ArrayList<>();
  private final long[] starts;
  private final long[] ends;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile @Nullable Part part;

  /// Starts the threads.
  Crew(int size, ThreadFactory factory) {
    start = new CyclicBarrier(size + 1);
    end = new CyclicBarrier(size + 1);
    starts = new long[size];
    ends = new long[size];
    for (int member = 0; member < size; member++) {
      int number = member;
      Thread thread = factory.newThread(() -> serve(number));
      thread.setDaemon(true);
      thread.start();
      members.add(thread);
    }
  }

  /// Lets all members do their part and waits for the last one.
  ///
  /// @return the nanoseconds from the first one's start to the last one's end
  /// @throws Exception what a member threw
  long run(Part work) throws Exception {
    failure.set(null);
    part = work;
    meet(start);
    meet(end);
    throwFailure();
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int member = 0; member < starts.length; member++) {
      first = Math.min(first, starts[member]);
      last = Math.max(last, ends[member]);
    }
    return last - first;
  }

  private void throwFailure() throws Exception {
    switch (failure.get()) {
      case null -> {}
      case Exception e -> throw e;
      case Throwable e -> throw new IllegalStateException(e.toString(), e);
    }
  }

  private void serve(int member) {
    meet(start);
    for (Part work = part; work != null; work = part) {
      starts[member] = System.nanoTime();
      try {
        work.run(member);
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      }
      ends[member] = System.nanoTime();
      meet(end);
      meet(start);
    }
  }

  /// Ends the threads.
  @Override
  public void close() {
    part = null;
    meet(start);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("the threads of a drill lost each other", e);
    }
  }
}
