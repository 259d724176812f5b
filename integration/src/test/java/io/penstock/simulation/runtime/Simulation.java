package io.penstock.simulation.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A run of simulated threads, one at a time, in an order drawn from a seed, with virtual time.
///
/// Simulated threads are virtual threads of this run's own scheduler, so that whatever blocks them
/// in the JDK, a lock or a queue, hands over to the next. Time passes with each step, and where all
/// threads wait it jumps to the next timer. Threads belong to processes, which may be stopped for a
/// time or killed. One run at a time; all of it happens in the thread that calls [#run].
public final class Simulation {
  private static final long STEP_NANOS = 300;
  private static final long LOOK_NANOS = 40;
  private static final int MOST_STEPS = 30_000_000;

  private static @Nullable Simulation current;

  private final Draws draws;
  private final Draws order;
  private final int preemption;
  private final long limitNanos;
  private final List<Ready> ready = new ArrayList<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final List<SimulatedThread> threads = new ArrayList<>();
  private final IdentityHashMap<Object, Monitor> monitors = new IdentityHashMap<>();
  private final SimulatedProcess initial = new SimulatedProcess("main");
  private @Nullable SimulatedThread running;
  private long nanos;
  private long wallNanos;
  private long steps;
  private long made;
  private long trace;
  private final StringBuilder notes = new StringBuilder();

  /// @param seed of all that is drawn
  /// @param limitNanos the virtual time after which a run counts as hung
  public Simulation(long seed, long limitNanos) {
    this.draws = new Draws(seed);
    this.order = new Draws(seed ^ 0x5DEECE66DL);
    this.preemption = new int[] {200, 50, 15, 5}[draws.below(4)];
    this.limitNanos = limitNanos;
    this.trace = seed;
  }

  /// A thread that can go on.
  private record Ready(SimulatedThread thread, Runnable continuation) {}

  private record Timer(long due, long number, Runnable action) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(due, other.due);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private static final class Monitor {
    @Nullable SimulatedThread owner;
    int depth;
    final List<SimulatedThread> waiting = new ArrayList<>();
  }

  /// A process: what is stopped or killed at once.
  public static final class SimulatedProcess {
    private final String name;
    private long stoppedUntil;
    private long aheadNanos;
    private int held;
    private boolean dead;

    /// A process that runs.
    public SimulatedProcess(String name) {
      this.name = name;
    }

    /// Whether it was killed.
    public boolean isDead() {
      return dead;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /// A thread, and the scheduler of its virtual thread.
  static final class SimulatedThread implements Executor {
    private final Simulation simulation;
    private final SimulatedProcess process;
    private final long number;
    private final boolean helper;
    private @Nullable Thread thread;
    private int initializing;
    private boolean handed;

    SimulatedThread(Simulation simulation, SimulatedProcess process, long number, boolean helper) {
      this.simulation = simulation;
      this.process = process;
      this.number = number;
      this.helper = helper;
    }

    Thread thread() {
      if (thread == null) {
        throw new IllegalStateException("not made yet");
      }
      return thread;
    }

    @Override
    public void execute(Runnable continuation) {
      if (current == simulation && !process.dead) { // else a thread of a run that is over
        simulation.ready.add(new Ready(this, continuation));
      }
    }

    @Override
    public String toString() {
      return process + "/" + thread().getName();
    }
  }

  /// The run under way.
  public static Simulation current() {
    Simulation now = current;
    if (now == null || now.running == null) {
      throw new IllegalStateException("no simulated thread");
    }
    return now;
  }

  /// Whether the caller is a simulated thread.
  static boolean isSimulated() {
    return current != null && current.running != null;
  }

  /// What a scenario draws from.
  public Draws draws() {
    return draws;
  }

  /// The trace so far: equal for equal runs.
  public long trace() {
    return trace;
  }

  /// How many times a thread was chosen.
  public long steps() {
    return steps;
  }

  /// The virtual time.
  public long nanos() {
    return nanos;
  }

  /// Notes an event, for the report of a failure, and in the trace.
  public void note(String event) {
    mix(event.hashCode());
    if (notes.length() < 20_000) {
      notes.append(
          String.format(
              Locale.ROOT,
              "%10.3f ms  %s%n",
              nanos / (double) TimeUnit.MILLISECONDS.toNanos(1),
              event));
    }
  }

  /// The events that were noted.
  public String notes() {
    return notes.toString();
  }

  private void mix(long value) {
    trace = (trace ^ value) * 0x9E3779B97F4A7C15L;
    trace ^= trace >>> 29;
  }

  // ---- running ---------------------------------------------------------------------------------

  /// Runs a body in a simulated thread until it ends.
  ///
  /// @throws SimulationFailure if it does not end within the limit, or throws
  public void run(Body body) {
    Throwable[] thrown = new Throwable[1];
    boolean[] over = new boolean[1];
    current = this;
    try {
      SimulatedThread main =
          make(
              initial,
              "main",
              false,
              false,
              () -> {
                try {
                  body.run();
                } catch (Throwable e) {
                  thrown[0] = e;
                } finally {
                  over[0] = true;
                }
              });
      main.thread().start();
      while (!over[0]) {
        step();
      }
    } finally {
      current = null;
      running = null;
    }
    if (thrown[0] != null) {
      throw new SimulationFailure(thrown[0].toString(), thrown[0]);
    }
  }

  /// What runs in the first thread.
  @FunctionalInterface
  public interface Body {
    /// Runs it.
    ///
    /// @throws Exception if the run fails
    void run() throws Exception;
  }

  private void step() {
    fire();
    int chosen = choose();
    if (chosen < 0) {
      waitForTimer();
      return;
    }
    Ready next = ready.remove(chosen);
    running = next.thread;
    steps++;
    mix(next.thread.number);
    mix(nanos);
    next.continuation.run();
    running = null;
    nanos += STEP_NANOS;
    if (nanos > limitNanos || steps > MOST_STEPS) {
      throw new SimulationFailure(
          String.format(
              Locale.ROOT,
              "does not end: %d steps, %d ms of virtual time; threads:%n%s",
              steps,
              TimeUnit.NANOSECONDS.toMillis(nanos),
              stacks()));
    }
  }

  /// The place of a thread that may go on; -1 if there is none.
  private int choose() {
    int able = 0;
    for (int i = 0; i < ready.size(); i++) {
      able += isAble(ready.get(i)) ? 1 : 0;
    }
    if (able == 0) {
      return -1;
    }
    int skip = order.below(able);
    for (int i = 0; i < ready.size(); i++) {
      if (isAble(ready.get(i)) && skip-- == 0) {
        return i;
      }
    }
    return -1;
  }

  private boolean isAble(Ready one) {
    return one.thread.process.stoppedUntil <= nanos;
  }

  private void waitForTimer() {
    long until = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().due;
    for (Ready one : ready) {
      until = Math.min(until, one.thread.process.stoppedUntil);
    }
    if (until == Long.MAX_VALUE) {
      throw new SimulationFailure("all threads wait for each other; threads:\n" + stacks());
    }
    nanos = Math.max(nanos, until);
  }

  private void fire() {
    while (!timers.isEmpty() && timers.peek().due <= nanos) {
      timers.remove().action.run();
    }
  }

  private String stacks() {
    StringBuilder text = new StringBuilder();
    for (SimulatedThread one : threads) {
      if (one.thread().isAlive() && !one.process.dead) {
        text.append(one).append('\n');
        for (StackTraceElement frame : one.thread().getStackTrace()) {
          text.append("    at ").append(frame).append('\n');
        }
      }
    }
    return text.toString();
  }

  /// Has something happen at a time, outside all threads. It must not block.
  void at(long due, Runnable action) {
    timers.add(new Timer(due, made++, action));
  }

  /// Has something happen in some virtual time, outside all threads. It must not block.
  public void after(long laterNanos, Runnable action) {
    at(nanos + laterNanos, action);
  }

  /// Has something tried in some virtual time, and again each microsecond until it has succeeded.
  public void untilDone(long laterNanos, BooleanSupplier attempt) {
    after(
        laterNanos,
        () -> {
          if (!attempt.getAsBoolean()) {
            untilDone(1000, attempt);
          }
        });
  }

  // ---- processes and threads -------------------------------------------------------------------

  /// Starts a thread of a process.
  public Thread start(SimulatedProcess process, String name, Runnable task) {
    Thread thread = make(process, name, false, true, task).thread();
    thread.start();
    return thread;
  }

  /// Stops a process for a time, as its machine, a debugger or a collector would.
  public void stop(SimulatedProcess process, long forNanos) {
    process.stoppedUntil = Math.max(process.stoppedUntil, nanos + forNanos);
    note(process + " stands still for " + TimeUnit.NANOSECONDS.toMillis(forNanos) + " ms");
  }

  /// Kills a process, unless it holds something of the JVM that real processes do not share.
  ///
  /// @return whether it was killed
  public boolean kill(SimulatedProcess process) {
    if (process.held > 0) {
      return false;
    }
    process.dead = true;
    ready.removeIf(one -> one.thread.process == process);
    note(process + " is killed");
    return true;
  }

  /// Sets the monotonic clock of a process forward.
  public void jump(SimulatedProcess process, long byNanos) {
    process.aheadNanos += byNanos;
    note("the clock of " + process + " jumps by " + TimeUnit.NANOSECONDS.toMillis(byNanos) + " ms");
  }

  /// Sets the clock of the day forward or back.
  public void jumpWall(long byNanos) {
    wallNanos += byNanos;
    note("the clock of the day jumps by " + TimeUnit.NANOSECONDS.toMillis(byNanos) + " ms");
  }

  /// Writes a file that has the time of the clock of the day, as a file system's clock that ticks
  /// would give it. No thread comes in between: it would see the time of the real clock, which
  /// differs from run to run.
  ///
  /// @param tick in nanoseconds
  public void write(Path file, byte[] bytes, long tick) throws IOException {
    long now = TimeUnit.MILLISECONDS.toNanos(Calls.currentTimeMillis());
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(0, now - now % tick)));
  }

  SimulatedThread make(
      SimulatedProcess process, String name, boolean helper, boolean inherits, Runnable task) {
    SimulatedThread one = new SimulatedThread(this, process, made++, helper);
    one.thread = VirtualThreads.unstarted(one, name, inherits, task);
    threads.add(one);
    return one;
  }

  /// A thread of the caller's process.
  Thread unstarted(String name, boolean helper, boolean inherits, Runnable task) {
    return make(running().process, name, helper, inherits, task).thread();
  }

  SimulatedThread running() {
    SimulatedThread now = running;
    if (now == null) {
      throw new IllegalStateException("no simulated thread");
    }
    return now;
  }

  /// The number of a thread of this run; that of the JVM for another.
  long number(Thread thread) {
    if (running().thread().equals(thread)) {
      return running().number + 1;
    }
    for (SimulatedThread one : threads) {
      if (thread.equals(one.thread)) {
        return one.number + 1;
      }
    }
    return thread.threadId();
  }

  boolean isHelper(Object thread) {
    return running().thread().equals(thread) && running().helper;
  }

  // ---- what threads do -------------------------------------------------------------------------

  long look() {
    nanos += LOOK_NANOS;
    return nanos + running().process.aheadNanos;
  }

  long wallNanos() {
    return nanos + wallNanos;
  }

  /// A place where another thread may come first.
  void point() {
    SimulatedThread one = running();
    if (one.initializing == 0 && order.below(preemption) == 0) {
      pass();
    }
  }

  /// Lets others go on.
  @SuppressWarnings("ThreadPriorityCheck") // it is the scheduler's own
  void pass() {
    if (running().initializing == 0) {
      Thread.yield();
    }
  }

  void park(long forNanos) {
    if (forNanos <= 0) {
      return;
    }
    Thread thread = running().thread();
    boolean[] over = new boolean[1];
    long late = order.below(8) == 0 ? order.below(200_000) : 0;
    at(
        nanos + forNanos + late,
        () -> {
          if (!over[0]) {
            LockSupport.unpark(thread);
          }
        });
    LockSupport.park();
    over[0] = true;
  }

  void beginInitializing() {
    running().initializing++;
  }

  void endInitializing() {
    running().initializing--;
  }

  void enter(Object object) {
    SimulatedThread one = running();
    Monitor monitor = monitors.computeIfAbsent(object, _ -> new Monitor());
    boolean woken = false;
    while (monitor.owner != null && !one.equals(monitor.owner)) {
      monitor.waiting.add(one);
      one.handed = false;
      LockSupport.park();
      monitor.waiting.remove(one);
      woken |= !one.handed;
    }
    monitor.owner = one;
    monitor.depth++;
    one.process.held++;
    if (woken) {
      LockSupport.unpark(one.thread()); // that was for another wait
    }
  }

  void exit(Object object) {
    Monitor monitor = monitors.get(object);
    if (monitor == null || !running().equals(monitor.owner)) {
      throw new IllegalMonitorStateException();
    }
    running().process.held--;
    if (--monitor.depth > 0) {
      return;
    }
    monitor.owner = null;
    if (monitor.waiting.isEmpty()) {
      monitors.remove(object);
    } else {
      SimulatedThread next = monitor.waiting.get(order.below(monitor.waiting.size()));
      next.handed = true;
      LockSupport.unpark(next.thread());
    }
  }
}
