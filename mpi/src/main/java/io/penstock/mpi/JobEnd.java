package io.penstock.mpi;

import io.penstock.message.MessageException;
import io.penstock.mpi.abi.MpiFunction;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The end of this process's part in the job.
///
/// `MPI_Finalize` waits for all ranks, and thus for ever if one of them waits for this one. That is
/// right where `main` has returned, as in C. After [System#exit], whose status may report a
/// failure, it is tried for two seconds; after a signal, or while another thread is inside MPI, not
/// at all. The launcher then ends the other ranks.
final class JobEnd {
  private static final String MAIN = "main";
  private static final Duration TRIAL = Duration.ofSeconds(2);

  /// A launcher that has to end a job may do so before it has passed on the ranks' last output.
  private static final long LAST_WORDS_NANOS = 100_000_000;

  private final Calls calls;
  private final long world;
  private final boolean ours;

  /// Actions before the end. Each is told whether the program has called [System#exit].
  private final Deque<Consumer<Boolean>> farewells = new ArrayDeque<>();

  private volatile boolean ended;

  /// @param ours whether MPI was started here, and has to be finalized here
  JobEnd(Calls calls, long world, boolean ours) {
    this.calls = calls;
    this.world = world;
    this.ours = ours;
  }

  void checkRunning() {
    if (ended) {
      throw new IllegalStateException("MPI has ended in this process");
    }
  }

  /// Watches this thread, the main thread and the JVM.
  void watch() {
    if (ours) {
      Stream.concat(Stream.of(Thread.currentThread()), mainThread())
          .distinct()
          .forEach(this::abortAtDeathOf);
      Runtime.getRuntime().addShutdownHook(new Thread(this::atExit, "penstock-mpi-end"));
    }
  }

  void before(Runnable farewell, Runnable atExit) {
    synchronized (farewells) {
      farewells.push(exits -> (exits ? atExit : farewell).run());
    }
  }

  void end() {
    if (ours && !ended) {
      bidFarewell(false);
      finish();
    }
  }

  private synchronized void finish() {
    if (!ended) {
      ended = true;
      int code = calls.call(MpiFunction.FINALIZE);
      if (code != 0) {
        throw new MessageException("MPI_Finalize returned error " + code);
      }
    }
  }

  private void bidFarewell(boolean exits) {
    while (true) {
      Consumer<Boolean> next;
      synchronized (farewells) {
        if (farewells.isEmpty()) {
          return;
        }
        next = farewells.pop();
      }
      next.accept(exits);
    }
  }

  void abort(int code) {
    System.out.flush();
    System.err.flush();
    LockSupport.parkNanos(LAST_WORDS_NANOS);
    try {
      calls.call(MpiFunction.ABORT, world, code);
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  /// Finds out why the JVM ends by what its threads are doing.
  private void atExit() {
    if (ended) {
      return;
    }
    Map<Thread, StackTraceElement[]> threads = Thread.getAllStackTraces();
    if (anyFrame(threads, frame -> frame.getClassName().startsWith("java.lang.Terminator"))) {
      return; // a signal
    }
    if (anyFrame(threads, JobEnd::isExit)) {
      endSoon();
    } else {
      endUnlessBusy(false); // the last thread that counts has returned
    }
  }

  private static boolean isExit(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  private static boolean anyFrame(
      Map<Thread, StackTraceElement[]> threads, Predicate<StackTraceElement> test) {
    return threads.values().stream().flatMap(Arrays::stream).anyMatch(test);
  }

  private void endSoon() {
    Thread trial = new Thread(() -> endUnlessBusy(true), "penstock-mpi-finalize");
    trial.setDaemon(true);
    trial.start();
    try {
      trial.join(TRIAL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // A thread that is inside MPI when MPI is finalized may crash. Threads that come from now on are
  // refused, and those that came before show on their stacks.
  private synchronized void endUnlessBusy(boolean exits) {
    bidFarewell(exits);
    if (!ended) {
      ended = true;
      if (!isAnyInside()) {
        calls.call(MpiFunction.FINALIZE);
      }
    }
  }

  /// Whether any thread but this one is within a function of MPI.
  private static boolean isAnyInside() {
    Map<Thread, StackTraceElement[]> others = Thread.getAllStackTraces();
    others.remove(Thread.currentThread());
    return anyFrame(
        others,
        frame ->
            frame.getClassName().equals(Calls.class.getName())
                || frame.getClassName().equals(MpiMessages.class.getName()));
  }

  // ---- threads whose death by an exception is the rank's
  // ------------------------------------------

  private void abortAtDeathOf(Thread thread) {
    UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler(
        (dead, exception) -> {
          try {
            before.uncaughtException(dead, exception);
          } finally {
            abort(1);
          }
        });
  }

  private static Stream<Thread> mainThread() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() * 2 + 8];
    int found = group.enumerate(threads);
    return Arrays.stream(threads, 0, found).filter(JobEnd::isMain);
  }

  // The launcher of Java names both.
  private static boolean isMain(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return thread.getName().equals(MAIN) && group != null && group.getName().equals(MAIN);
  }
}
