package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.CheckedConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A team of threads that are started once and released together.
final class ThreadTeam implements AutoCloseable {

  /// The scheduler tends to put threads that are woken together on one processor, and parts them
  /// only when it has seen for some time that all are busy.
  private static final long APART_NANOS = 20_000_000;

  /// So long after a race they have to be parted again.
  private static final long TOGETHER_NANOS = 50_000_000;

  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final List<Thread> members = new ArrayList<>();
  private final long[] starts;
  private final long[] ends;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicReference<String> faults = new AtomicReference<>("");
  private final AtomicInteger ready = new AtomicInteger();
  private volatile @Nullable CheckedConsumer<Integer> role;
  private boolean raced;

  /// Starts the threads.
  ThreadTeam(int size, ThreadFactory factory) {
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

  /// Lets all members play their roles and waits for the last one.
  ///
  /// @param work role of each member, by its number
  /// @return the nanoseconds from the first one's start to the last one's end
  /// @throws Exception what a member threw
  long run(CheckedConsumer<Integer> work) throws Exception {
    failure.set(null);
    role = work;
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

  /// The same, from a flying start: where the last race was some time ago all are busy for a while
  /// before, so that each has a processor of its own if there are enough. That while does not
  /// count.
  long race(CheckedConsumer<Integer> work) throws Exception {
    boolean parted = raced && System.nanoTime() - ends[0] < TOGETHER_NANOS;
    raced = true;
    if (parted || starts.length == 1) {
      return run(work);
    }
    return run(
        member -> {
          spread();
          starts[member] = System.nanoTime();
          work.accept(member);
        });
  }

  private void spread() {
    long until = System.nanoTime() + APART_NANOS;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    int all = (ready.getAndIncrement() / starts.length + 1) * starts.length;
    while (ready.get() < all) {
      Thread.onSpinWait();
    }
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
    for (CheckedConsumer<Integer> work = role; work != null; work = role) {
      starts[member] = System.nanoTime();
      try {
        work.accept(member);
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      }
      ends[member] = System.nanoTime();
      meet(end);
      meet(start);
    }
  }

  /// Takes note of what is wrong in what a member did, unless a fault is known already.
  void note(String fault) {
    faults.compareAndSet("", fault);
  }

  /// The first fault since this was last asked.
  Optional<String> fault() {
    return Optional.of(faults.getAndSet("")).filter(fault -> !fault.isEmpty());
  }

  /// Ends the threads.
  @Override
  public void close() {
    role = null;
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
