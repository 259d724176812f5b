package io.penstock.tree;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The threads of one walk: who has nothing to do takes half of what another one has before it.
///
/// A walk ends: who takes a piece enters its first folder before it shares anything ([Walker]), so
/// that no more pieces change hands than there are folders to be entered; and who neither works nor
/// waits for a piece that is offered is counted as waiting, so that the last one to do so ends it.
final class WalkTeam {
  private final int members;
  private final Deque<WalkLevel> offers = new ArrayDeque<>();
  private int waiting;
  private volatile boolean hungry;
  private volatile boolean ended;
  private Optional<Throwable> failure = Optional.empty();

  WalkTeam(int members) {
    this.members = members;
  }

  /// Whether somebody waits for work and nothing is offered.
  boolean hungry() {
    return hungry;
  }

  /// Whether a failure has ended the walk.
  boolean ended() {
    return ended;
  }

  synchronized void offer(WalkLevel level) {
    offers.add(level);
    hungry = waiting > offers.size();
    notify(); // one piece is for one thread
  }

  /// The next piece of work; empty when nobody has any.
  synchronized Optional<WalkLevel> take() {
    waiting++;
    while (offers.isEmpty() && !ended) {
      if (waiting == members) {
        ended = true;
        notifyAll();
        break;
      }
      hungry = true;
      try {
        wait();
      } catch (InterruptedException e) {
        fail(e);
      }
    }
    hungry = waiting - 1 > offers.size();
    if (ended) {
      return Optional.empty();
    }
    waiting--;
    return Optional.of(offers.remove());
  }

  synchronized void fail(Throwable e) {
    failure.ifPresentOrElse(
        first -> {
          if (!first.equals(e)) {
            first.addSuppressed(e);
          }
        },
        () -> failure = Optional.of(e));
    ended = true;
    notifyAll();
  }

  /// Runs the same work in every thread, the caller's among them, and waits for all.
  ///
  /// @throws IOException what the first one failed with
  void run(Runnable work) throws IOException {
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < members; i++) {
      helpers.add(Thread.ofPlatform().daemon().name("penstock-walk-" + i).start(work));
    }
    work.run();
    boolean interrupted = false;
    for (Thread helper : helpers) {
      interrupted |= join(helper);
    }
    for (WalkLevel left : offers) {
      left.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    rethrow();
  }

  private static boolean join(Thread helper) {
    boolean interrupted = false;
    while (true) {
      try {
        helper.join();
        return interrupted;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
  }

  private void rethrow() throws IOException {
    if (failure.isPresent()) {
      switch (failure.get()) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case InterruptedException e -> {
          Thread.currentThread().interrupt();
          throw new IOException("the walk was interrupted", e);
        }
        default -> throw new AssertionError(failure.get());
      }
    }
  }
}
