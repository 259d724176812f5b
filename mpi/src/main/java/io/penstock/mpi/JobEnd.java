package io.penstock.mpi;

import io.penstock.message.MessageException;
import io.penstock.mpi.abi.MpiFunction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

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
}
