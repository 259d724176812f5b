package io.penstock.message.launch;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The attendance of a job's ranks. Gives all waiting ranks the same answer, once and for all: the
/// addresses when all have come, or the missing ranks when the first one's patience ends or a rank
/// ends that has not come. Safe for use by several threads.
final class RollCall {
  private enum State {
    ABSENT,
    CALLED,
    PRESENT
  }

  private final State[] states;
  private final InetSocketAddress[] addresses;
  private final CompletableFuture<Attendance> answer = new CompletableFuture<>();

  RollCall(int size) {
    states = new State[size];
    addresses = new InetSocketAddress[size];
    Arrays.fill(states, State.ABSENT);
    Arrays.fill(addresses, new InetSocketAddress(0));
  }

  /// A rank has called and is about to say where it listens.
  synchronized Verdict call(int rank) {
    if (rank < 0 || rank >= states.length) {
      return Verdict.UNEXPECTED;
    }
    if (states[rank] != State.ABSENT) {
      return Verdict.DUPLICATE;
    }
    states[rank] = State.CALLED;
    return Verdict.WELCOME;
  }

  /// A rank that has called listens at `address`.
  synchronized void enter(int rank, InetSocketAddress address) {
    states[rank] = State.PRESENT;
    addresses[rank] = address;
    if (missing().isEmpty()) {
      answer.complete(new Attendance.Complete(List.of(addresses)));
    }
  }

  /// A rank has ended. If it had not come, nobody needs to wait for it any longer.
  synchronized void end(int rank) {
    if (states[rank] != State.PRESENT) {
      answer.complete(new Attendance.Ended(rank));
    }
  }

  /// Waits for the answer, and gives the others up at the deadline.
  Attendance await(Deadline deadline) throws InterruptedException {
    try {
      return answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      synchronized (this) {
        answer.complete(new Attendance.Missing(missing()));
      }
      return answer.join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the answer is never an error", e);
    }
  }

  private List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (int rank = 0; rank < states.length; rank++) {
      if (states[rank] != State.PRESENT) {
        missing.add(rank);
      }
    }
    return missing;
  }
}
