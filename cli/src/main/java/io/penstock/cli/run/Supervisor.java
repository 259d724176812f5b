package io.penstock.cli.run;

import io.penstock.message.launch.Deadline;
import io.penstock.message.launch.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The supervisor of a job's processes.
///
/// As long as all goes well it waits. When a process fails, the others have a grace time to end by
/// themselves; then they are terminated, and after another such time killed. A signal is passed on,
/// and processes that still run after the grace time end in the same way; a second interrupt kills
/// at once.
///
/// A terminal sends its signals to the ranks as well, whose end may be seen before the signal is.
///
/// The output of a process may be read slowly: when all have ended, the supervisor waits for it as
/// long as that takes, unless a signal came.
final class Supervisor {
  /// A process of a job, as far as its supervisor is concerned.
  interface Member {
    /// The name in messages: `rank 3`.
    String name();

    /// Begins to pass on what it prints. To be called once.
    void watch(Observer observer);

    /// Whether its program may have begun. As long as it has not, its exit status is the JVM's or
    /// ours.
    boolean hasBegun();

    /// Passes an order on; ends it at once where its program has not begun. Does nothing if it has
    /// ended.
    void order(Order order);
  }

  /// An observer of a process's end, in three steps. For any thread.
  interface Observer {
    /// It has ended with an exit status.
    void died(int status);

    /// What it printed last is passed on too, if that takes no more than a moment.
    void ended(int status);

    /// All that it printed is passed on, however slow the reader is.
    void drained();
  }

  /// The longest delay between a process and the launcher in receiving a terminal's signal.
  private static final long MOMENT_MILLIS = 200;

  private static final Set<Integer> BY_SIGNAL =
      Set.of(Order.HANG_UP.status(), Order.INTERRUPT.status(), Order.TERMINATE.status());

  private final Duration grace;
  private final Consumer<String> say;
  private final List<Member> running = new ArrayList<>();
  private final List<Member> draining = new ArrayList<>();

  /// The reaction to an event.
  @FunctionalInterface
  private interface Event {
    void happen() throws InterruptedException;
  }

  /// Events, as the reactions of the thread in [#run].
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /// The first signal, as soon as it has come.
  private final CompletableFuture<Order> signalled = new CompletableFuture<>();

  /// The process that failed first, whose status is the job's: others may have failed because it
  /// did, and had less to print.
  private final AtomicReference<@Nullable Member> firstFailed = new AtomicReference<>();

  private int failure; // 0 for none
  private @Nullable Deadline deadline;
  private Order next = Order.TERMINATE;
  private @Nullable Order signal;

  /// @param grace how long a process may take to end before it is made to, after another has failed
  ///   or a signal has come
  /// @param say takes lines for the user
  Supervisor(Duration grace, Consumer<String> say) {
    this.grace = grace;
    this.say = say;
  }

  /// A signal has come. For any thread.
  void signal(Order order) {
    signalled.complete(order);
    events.add(() -> pass(order));
  }

  /// Whether a signal has come. For any thread.
  boolean isSignalled() {
    return signalled.isDone();
  }

  /// The signal that has come, or comes within a moment: what it does to others may be seen first.
  Optional<Order> awaitSignal() throws InterruptedException {
    try {
      return Optional.of(signalled.get(MOMENT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a signal is no error", e);
    }
  }

  /// Says a line for the user, unless a signal comes within a moment: what the line tells of is
  /// then its doing. Waits for that. For any thread.
  void sayUnlessSignalled(String line) {
    try {
      if (awaitSignal().isEmpty()) {
        say.accept(line);
      }
    } catch (InterruptedException e) { // no line is lost by that
      say.accept(line);
      Thread.currentThread().interrupt();
    }
  }

  /// Not all members of the job are started, because a signal has come. Not while [#run] runs.
  void cutShort() {
    fail(signalled.join().status());
  }

  /// Reports that the job's output cannot be passed on any more. For any thread.
  ///
  /// @param status the job's exit status, unless a process has failed before
  void outputLost(int status) {
    events.add(() -> fail(status));
  }

  /// A process has been started. Not while [#run] runs.
  void add(Member member) {
    running.add(member);
    member.watch(
        new Observer() {
          @Override
          public void died(int status) {
            if (status != 0) {
              firstFailed.compareAndSet(null, member);
            }
          }

          @Override
          public void ended(int status) {
            events.add(() -> Supervisor.this.ended(member, status));
          }

          @Override
          public void drained() {
            events.add(() -> draining.remove(member));
          }
        });
  }

  /// Waits until all have ended and what they printed is passed on.
  ///
  /// @return the status of the first that failed, 0 if none did; that of a signal if it made this
  ///   leave output behind
  int run() throws InterruptedException {
    while (!running.isEmpty() || !draining.isEmpty()) {
      next().orElse(this::escalate).happen();
    }
    return failure;
  }

  private Optional<Event> next() throws InterruptedException {
    boolean reading = running.isEmpty() && signal == null;
    return deadline == null || reading
        ? Optional.of(events.take())
        : Optional.ofNullable(events.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS));
  }

  private void ended(Member member, int status) throws InterruptedException {
    running.remove(member);
    draining.add(member);
    if (status != 0 && failure == 0 && member.equals(firstFailed.get())) {
      failed(member, status);
    }
  }

  private void failed(Member member, int status) throws InterruptedException {
    boolean begun = member.hasBegun();
    boolean doubtful = !begun || BY_SIGNAL.contains(status);
    Optional<Order> sent = doubtful ? awaitSignal() : Optional.ofNullable(signal);
    if (sent.isEmpty()) {
      say.accept(member.name() + " ended with exit status " + status + signal(status));
    }
    fail(sent.isEmpty() || begun ? status : sent.get().status());
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
    if (failure == 0) {
      failure = status;
      deadline = deadline == null ? Deadline.after(grace) : deadline;
    }
  }

  private void pass(Order order) {
    boolean enough = signal != null && order == Order.INTERRUPT;
    signal = signal == null ? order : signal;
    if (deadline == null || enough) {
      deadline = Deadline.after(grace);
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
    if (signal == null && next == Order.TERMINATE) {
      String others = running.stream().map(Member::name).collect(Collectors.joining(", "));
      say.accept("ending what still runs: " + others);
    }
    tell(next);
    boolean last = next == Order.KILL && signal == null;
    deadline = last ? null : Deadline.after(grace);
    next = Order.KILL;
  }

  // After a signal, nothing waits for a reader.
  private void leaveOutput() {
    draining.clear();
    fail(Objects.requireNonNull(signal).status());
  }

  private void tell(Order order) {
    running.forEach(member -> member.order(order));
  }

  /// Kills what still runs, for when something went wrong here.
  void kill() {
    tell(Order.KILL);
  }
}
