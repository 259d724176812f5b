package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Threads that work side by side, the caller's among them, until all are done.
final class Team {
  /// Made when a second thread is wanted.
  private static final class Threads {
    static final Thread.Builder BUILDER = Thread.ofPlatform().daemon().name("penstock-text-", 0);
  }

  /// Whatever it is, it is kept without taking memory: there may be none left.
  private @Nullable Throwable failure;

  private Team() {}

  /// What one thread does.
  interface Work {
    void run() throws IOException;
  }

  /// Runs each work in a thread of its own, the first one here. Where fewer threads can be started,
  /// fewer works are done: they share what there is to do. An interrupt of the caller ends nothing
  /// and stays set.
  ///
  /// @throws IOException what one of them has thrown first, as anything else that it throws
  static void run(List<? extends Work> works) throws IOException {
    Team team = new Team();
    List<Thread> others = team.start(works.subList(1, works.size()));
    team.attempt(works.getFirst());
    for (Thread other : others) {
      join(other);
    }
    team.rethrow();
  }

  private List<Thread> start(List<? extends Work> works) {
    List<Thread> started = new ArrayList<>();
    try {
      for (Work work : works) {
        Thread thread = Threads.BUILDER.unstarted(() -> attempt(work));
        thread.start();
        started.add(thread);
      }
    } catch (OutOfMemoryError _) { // "unable to create native thread"
      return started;
    }
    return started;
  }

  private void attempt(Work work) {
    try {
      work.run();
    } catch (Throwable e) {
      fail(e);
    }
  }

  private synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void rethrow() throws IOException {
    if (failure != null) {
      throw thrown(failure);
    }
  }

  /// The same, as what may be thrown here.
  static IOException thrown(Throwable cause) {
    return switch (cause) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    };
  }
}
