package io.penstock.cli.run;

import io.penstock.message.launch.Deadline;
import io.penstock.message.launch.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Sees a job to its end.
///
/// As long as all goes well it waits. When a process fails, the others have a grace time to notice
/// by themselves; then they are terminated, and after another such time killed. A signal is passed
/// on, and who still runs after the grace time ends in the same way; a second interrupt kills at
/// once.
///
/// What a process has printed may be read slowly: when all have ended it is awaited for as long as
/// that takes, unless a signal came.
final class Supervisor {
  private final Duration grace;
  private final Consumer<String> say;
  private final List<Member> running = new ArrayList<>();
  private final List<Member> draining = new ArrayList<>();

  /// What has happened, as what is to be done about it by the thread that runs this.
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

  private OptionalInt failure = OptionalInt.empty();
  private Optional<Deadline> deadline = Optional.empty();
  private Order next = Order.TERMINATE;
  private Optional<Order> signal = Optional.empty();

  /// @param grace how long a process may take to end before it is made to, after another has failed
  ///   or a signal has come
  /// @param say takes lines for the user
  Supervisor(Duration grace, Consumer<String> say) {
    this.grace = grace;
    this.say = say;
  }

  /// A signal has come. For any thread.
  void signal(Order order) {
    events.add(() -> pass(order));
  }

  /// What the job prints cannot be passed on any more. For any thread.
  ///
  /// @param status the job's exit status, unless a process has failed before
  void outputLost(int status) {
    events.add(() -> fail(status));
  }

  /// A process has been started. Not while [#run] runs.
  void add(Member member) {
    running.add(member);
    member.watch(
        status -> events.add(() -> ended(member, status)),
        () -> events.add(() -> draining.remove(member)));
  }

  /// Waits until all have ended and what they printed is passed on.
  ///
  /// @return the status of the first that failed, 0 if none did; that of a signal if it made this
  ///   leave output behind
  int run() throws InterruptedException {
    while (!running.isEmpty() || !draining.isEmpty()) {
      next().orElse(this::escalate).run();
    }
    return failure.orElse(0);
  }

  private Optional<Runnable> next() throws InterruptedException {
    boolean reading = running.isEmpty() && signal.isEmpty();
    return deadline.isEmpty() || reading
        ? Optional.of(events.take())
        : Optional.ofNullable(events.poll(deadline.get().remainingNanos(), TimeUnit.NANOSECONDS));
  }

  private void ended(Member member, int status) {
    running.remove(member);
    draining.add(member);
    if (status != 0 && failure.isEmpty()) {
      if (signal.isEmpty()) {
        say.accept(member.name() + " ended with exit status " + status + signal(status));
      }
      fail(status);
    }
  }

  private static String signal(int status) {
    return switch (status) {
      case 128 + 6 -> " (aborted: the JVM says why)";
      case 128 + 9 -> " (killed)";
      case 128 + 15 -> " (terminated)";
      default -> "";
    };
  }

  private void fail(int status) {
    if (failure.isEmpty()) {
      failure = OptionalInt.of(status);
      deadline = Optional.of(deadline.orElseGet(() -> Deadline.after(grace)));
    }
  }

  private void pass(Order order) {
    boolean enough = signal.isPresent() && order == Order.INTERRUPT;
    signal = Optional.of(signal.orElse(order));
    if (deadline.isEmpty() || enough) {
      deadline = Optional.of(Deadline.after(grace));
    }
    if (running.isEmpty()) {
      leaveOutput();
    } else {
      tell(enough ? Order.KILL : order);
    }
  }

  private void escalate() {
    if (running.isEmpty()) {
      leaveOutput();
      return;
    }
    if (signal.isEmpty() && next == Order.TERMINATE) {
      String others = running.stream().map(Member::name).collect(Collectors.joining(", "));
      say.accept("ending what still runs: " + others);
    }
    tell(next);
    boolean last = next == Order.KILL && signal.isEmpty();
    deadline = last ? Optional.empty() : Optional.of(Deadline.after(grace));
    next = Order.KILL;
  }

  // Who was told to end does not wait for a reader.
  private void leaveOutput() {
    draining.clear();
    fail(signal.map(Order::status).orElseThrow());
  }

  private void tell(Order order) {
    running.forEach(member -> member.order(order));
  }

  /// Kills what still runs, for when something went wrong here.
  void kill() {
    tell(Order.KILL);
  }
}
