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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The end of this process's part in the job.
///
/// Finalizing waits for all ranks, and so for ever if one of them waits for this one. That is right
/// where `main` has returned, as in C. After [System#exit], which may tell of a failure, it is only
/// tried for a while; after a signal, or while another thread is inside MPI, not at all. The
/// launcher then ends the other ranks.
final class JobEnd {
  private static final Duration TRIAL = Duration.ofSeconds(2);

  /// A launcher that is told to end a job may do so before it has passed on what the ranks said
  /// last.
  private static final long LAST_WORDS_NANOS = 100_000_000;

  private final Calls calls;
  private final long world;
  private final boolean ours;
  private final Deque<Farewell> farewells = new ArrayDeque<>();
  private volatile boolean ended;

  /// What is done before the end.
  ///
  /// @param atExit instead, where the program has called [System#exit]
  private record Farewell(Runnable usual, Runnable atExit) {}

  /// @param ours whether MPI was started here, and is to be ended here
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

  /// Watches over this thread, the main thread and the JVM.
  void watch() {
    if (ours) {
      Deaths.watch(() -> abort(1));
      Runtime.getRuntime().addShutdownHook(new Thread(this::atExit, "penstock-mpi-end"));
    }
  }

  void before(Runnable farewell, Runnable atExit) {
    synchronized (farewells) {
      farewells.push(new Farewell(farewell, atExit));
    }
  }

  void end() {
    if (ours && !ended) {
      bidFarewell(Farewell::usual);
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

  private void bidFarewell(Function<Farewell, Runnable> which) {
    while (true) {
      Farewell next;
      synchronized (farewells) {
        if (farewells.isEmpty()) {
          return;
        }
        next = farewells.pop();
      }
      which.apply(next).run();
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

  private void atExit() {
    if (ended) {
      return;
    }
    switch (ExitCause.of(Thread.getAllStackTraces())) {
      case RETURN -> endUnlessBusy(Farewell::usual);
      case EXIT -> endSoon();
      case SIGNAL -> {}
    }
  }

  private void endSoon() {
    Thread trial = new Thread(() -> endUnlessBusy(Farewell::atExit), "penstock-mpi-finalize");
    trial.setDaemon(true);
    trial.start();
    try {
      trial.join(TRIAL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Who is inside MPI when it is told to end may crash. Whoever comes from now on is refused, and
  // whoever came before shows on its stack.
  private synchronized void endUnlessBusy(Function<Farewell, Runnable> farewell) {
    bidFarewell(farewell);
    if (!ended) {
      ended = true;
      if (!ExitCause.isAnyInside(Thread.getAllStackTraces())) {
        calls.call(MpiFunction.FINALIZE);
      }
    }
  }

  /// Threads whose death by an exception is the rank's.
  private static final class Deaths {
    private static final String MAIN = "main";

    private Deaths() {}

    /// Has something done when this thread or the main thread dies by an exception, after all else
    /// that is done then.
    static void watch(Runnable death) {
      Stream.concat(Stream.of(Thread.currentThread()), main())
          .distinct()
          .forEach(thread -> watch(thread, death));
    }

    private static void watch(Thread thread, Runnable death) {
      UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
      thread.setUncaughtExceptionHandler(
          (dead, exception) -> {
            try {
              before.uncaughtException(dead, exception);
            } finally {
              death.run();
            }
          });
    }

    private static Stream<Thread> main() {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      while (group.getParent() != null) {
        group = group.getParent();
      }
      Thread[] threads = new Thread[group.activeCount() * 2 + 8];
      int found = group.enumerate(threads);
      return Arrays.stream(threads, 0, found).filter(Deaths::isMain);
    }

    // So the launcher of Java names both.
    private static boolean isMain(Thread thread) {
      ThreadGroup group = thread.getThreadGroup();
      return thread.getName().equals(MAIN) && group != null && group.getName().equals(MAIN);
    }
  }

  /// The reason why the JVM ends, by what its threads are doing.
  private enum ExitCause {
    /// The last thread that counts has returned.
    RETURN,
    /// The program asked for it.
    EXIT,
    /// Somebody else asked for it.
    SIGNAL;

    /// To be asked by a shutdown hook.
    static ExitCause of(Map<Thread, StackTraceElement[]> threads) {
      if (anyFrame(threads, frame -> frame.getClassName().startsWith("java.lang.Terminator"))) {
        return SIGNAL;
      }
      return anyFrame(threads, ExitCause::isExit) ? EXIT : RETURN;
    }

    private static boolean isExit(StackTraceElement frame) {
      return frame.getClassName().equals("java.lang.Runtime")
          && frame.getMethodName().equals("exit");
    }

    /// Whether any thread but this one is within a function of MPI.
    static boolean isAnyInside(Map<Thread, StackTraceElement[]> threads) {
      threads.remove(Thread.currentThread());
      return anyFrame(
          threads,
          frame ->
              frame.getClassName().equals(Calls.class.getName())
                  || frame.getClassName().equals(MpiMessages.class.getName()));
    }

    private static boolean anyFrame(
        Map<Thread, StackTraceElement[]> threads, Predicate<StackTraceElement> test) {
      return threads.values().stream().flatMap(Arrays::stream).anyMatch(test);
    }
  }
}
