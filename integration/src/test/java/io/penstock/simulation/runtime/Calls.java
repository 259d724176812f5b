package io.penstock.simulation.runtime;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/// The calls that rewritten code makes in the place of the JDK's. Outside a run they are the JDK's.
///
/// A method's name and parameters, with the object first that it is called on, are what [Rewriting]
/// finds it by.
@SuppressWarnings({
  "DoNotCall",
  "NamedLikeContextualKeyword",
  "ThreadPriorityCheck",
  "UnnecessaryMethodReference",
  "WaitNotInLoop",
  "unused"
}) // they stand for the JDK's
public final class Calls {
  private static final int PROCESSORS = 4;
  private static final long POLL_NANOS = 1_000_000;

  private Calls() {}

  // ---- clocks ----------------------------------------------------------------------------------

  /// System.nanoTime
  public static long nanoTime() {
    return Simulation.isSimulated() ? Simulation.current().look() : System.nanoTime();
  }

  /// System.currentTimeMillis
  public static long currentTimeMillis() {
    return now().toEpochMilli();
  }

  /// Instant.now
  public static Instant now() {
    return Simulation.isSimulated()
        ? Instant.ofEpochSecond(1_700_000_000).plusNanos(Simulation.current().wallNanos())
        : Instant.now();
  }

  /// Files.readAttributes, as a map. A file's modification, whose time a run sets, is its last
  /// change: the time of that would be the real clock's.
  public static Map<String, Object> readAttributes(
      Path file, String attributes, LinkOption... options) throws IOException {
    Map<String, Object> found = new HashMap<>(Files.readAttributes(file, attributes, options));
    Object modified = found.get("lastModifiedTime");
    if (Simulation.isSimulated() && modified != null) {
      found.replace("ctime", modified);
    }
    return found;
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /// LockSupport.parkNanos
  public static void parkNanos(Object blocker, long nanos) {
    parkNanos(nanos);
  }

  /// LockSupport.parkNanos
  public static void parkNanos(long nanos) {
    if (Simulation.isSimulated()) {
      Simulation.current().park(nanos);
    } else {
      LockSupport.parkNanos(nanos);
    }
  }

  /// Thread.sleep
  public static void sleep(long millis) throws InterruptedException {
    if (!Simulation.isSimulated()) {
      Thread.sleep(millis);
      return;
    }
    Simulation simulation = Simulation.current();
    long end = simulation.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (simulation.nanos() < end) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      simulation.park(end - simulation.nanos());
    }
  }

  /// CountDownLatch.await
  public static boolean await(CountDownLatch latch, long time, TimeUnit unit)
      throws InterruptedException {
    if (!Simulation.isSimulated()) {
      return latch.await(time, unit);
    }
    Simulation simulation = Simulation.current();
    long end = simulation.nanos() + unit.toNanos(time);
    while (latch.getCount() > 0 && simulation.nanos() < end) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      simulation.park(Math.min(POLL_NANOS, end - simulation.nanos()));
    }
    return latch.getCount() == 0;
  }

  /// Condition.awaitNanos, woken early, as that may be
  public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
    if (!Simulation.isSimulated()) {
      return condition.awaitNanos(nanos);
    }
    Simulation simulation = Simulation.current();
    Thread waiting = Thread.currentThread();
    long end = simulation.nanos() + nanos;
    boolean[] over = new boolean[1];
    simulation.at(
        end,
        () -> {
          if (!over[0]) {
            waiting.interrupt();
          }
        });
    try {
      condition.await();
    } catch (InterruptedException e) {
      if (simulation.nanos() < end) {
        throw e;
      }
    } finally {
      over[0] = true;
    }
    return end - simulation.nanos();
  }

  /// Thread.yield
  public static void yield() {
    if (Simulation.isSimulated()) {
      Simulation.current().pass();
    } else {
      Thread.yield();
    }
  }

  /// Thread.onSpinWait
  public static void onSpinWait() {
    if (Simulation.isSimulated()) {
      Simulation.current().pass();
    } else {
      Thread.onSpinWait();
    }
  }

  /// A place where another thread may come first.
  public static void point() {
    if (Simulation.isSimulated()) {
      Simulation.current().point();
    }
  }

  /// The begin of a class initializer, in which nothing is drawn: it runs once in a JVM.
  public static void beginInitializing() {
    if (Simulation.isSimulated()) {
      Simulation.current().beginInitializing();
    }
  }

  /// Its end.
  public static void endInitializing() {
    if (Simulation.isSimulated()) {
      Simulation.current().endInitializing();
    }
  }

  // ---- monitors --------------------------------------------------------------------------------

  /// The begin of a synchronized block.
  public static void enter(Object object) {
    if (Simulation.isSimulated()) {
      Simulation.current().enter(object);
    }
  }

  /// Its end.
  public static void exit(Object object) {
    if (Simulation.isSimulated()) {
      Simulation.current().exit(object);
    }
  }

  // ---- threads ---------------------------------------------------------------------------------

  /// Thread.threadId
  public static long threadId(Thread thread) {
    return Simulation.isSimulated() ? Simulation.current().number(thread) : thread.threadId();
  }

  /// Thread.isVirtual
  public static boolean isVirtual(Thread thread) {
    return !Simulation.isSimulated() && thread.isVirtual();
  }

  /// Runtime.availableProcessors
  public static int availableProcessors(Runtime runtime) {
    return Simulation.isSimulated() ? PROCESSORS : runtime.availableProcessors();
  }

  /// UUID.randomUUID
  public static UUID randomUUID() {
    if (!Simulation.isSimulated()) {
      return UUID.randomUUID();
    }
    Draws draws = Simulation.current().draws();
    return new UUID(draws.below(Long.MAX_VALUE), draws.below(Long.MAX_VALUE));
  }

  /// Thread.ofPlatform
  public static Object ofPlatform() {
    return Simulation.isSimulated() ? new SimulatedBuilder() : Thread.ofPlatform();
  }

  /// Thread.start
  public static void start(Thread thread) {
    startLike(thread, thread::run);
  }

  /// Starts what stands for a thread of the JDK that was not made by a builder.
  static void startLike(Thread thread, Runnable task) {
    if (Simulation.isSimulated() && !thread.isVirtual()) {
      boolean helper = isHelperClass(thread);
      Simulation.current().unstarted(thread.getName(), helper, false, task).start();
    } else {
      thread.start();
    }
  }

  /// instanceof Helper
  public static boolean isHelper(Object thread) {
    return Simulation.isSimulated() ? Simulation.current().isHelper(thread) : isHelperClass(thread);
  }

  private static boolean isHelperClass(Object thread) {
    return thread.getClass().getName().equals(Rewriting.HELPER);
  }

  /// Selector.open
  public static Selector open() throws IOException {
    return Simulation.isSimulated() ? new SimulatedSelector() : Selector.open();
  }

  // ---- builders of threads ---------------------------------------------------------------------

  /// Thread.Builder.daemon
  public static Object daemon(Object builder) {
    return builder instanceof Thread.Builder.OfPlatform jdk ? jdk.daemon() : builder;
  }

  /// Thread.Builder.name
  public static Object name(Object builder, String name) {
    return builder instanceof SimulatedBuilder own
        ? own.name(name)
        : ((Thread.Builder) builder).name(name);
  }

  /// Thread.Builder.name
  public static Object name(Object builder, String prefix, long start) {
    return builder instanceof SimulatedBuilder own
        ? own.name(prefix, start)
        : ((Thread.Builder) builder).name(prefix, start);
  }

  /// Thread.Builder.inheritInheritableThreadLocals
  public static Object inheritInheritableThreadLocals(Object builder, boolean inherits) {
    return builder instanceof SimulatedBuilder own
        ? own.inheriting(inherits)
        : ((Thread.Builder) builder).inheritInheritableThreadLocals(inherits);
  }

  /// Thread.Builder.unstarted
  public static Thread unstarted(Object builder, Runnable task) {
    return builder instanceof SimulatedBuilder own
        ? own.unstarted(task)
        : ((Thread.Builder) builder).unstarted(task);
  }

  /// Thread.Builder.start
  public static Thread start(Object builder, Runnable task) {
    Thread thread = unstarted(builder, task);
    thread.start();
    return thread;
  }

  /// Thread.Builder.factory
  public static ThreadFactory factory(Object builder) {
    return builder instanceof SimulatedBuilder own
        ? own.factory()
        : ((Thread.Builder) builder).factory();
  }

  /// A builder of threads of the caller's process.
  static final class SimulatedBuilder {
    private String prefix = "";
    private boolean counts;
    private boolean inherits = true;
    private final AtomicInteger next = new AtomicInteger();

    SimulatedBuilder name(String name) {
      prefix = name;
      counts = false;
      return this;
    }

    SimulatedBuilder name(String name, long start) {
      prefix = name;
      counts = true;
      next.set((int) start);
      return this;
    }

    SimulatedBuilder inheriting(boolean does) {
      inherits = does;
      return this;
    }

    Thread unstarted(Runnable task) {
      String name = counts ? prefix + next.getAndIncrement() : prefix;
      return Simulation.current().unstarted(name, false, inherits, task);
    }

    ThreadFactory factory() {
      return this::unstarted;
    }
  }
}
