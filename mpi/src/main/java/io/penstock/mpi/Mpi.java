package io.penstock.mpi;

import io.penstock.message.MessageException;
import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiErrorClass;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.mpi.library.LaunchedRank;
import io.penstock.mpi.library.MpiLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/// MPI in this process, started: all functions of the library by raw calls, and its constants.
///
/// A process has one, as MPI demands. It ends with the process: when `main` returns or the program
/// calls [System#exit], MPI is finalized; when the thread that started MPI, or the main thread,
/// dies by an exception, the whole job is aborted, so that no rank waits for this one for ever.
/// Where other code in this process started MPI, both are left to that code.
///
/// Addresses are `long`, and the caller answers for the memory: it has to be off the heap, large
/// enough, and alive until the operation is done. Raw calls wait like any call of C and hold up no
/// safepoint; a virtual thread keeps its carrier meanwhile.
///
/// Safe for any thread. If [#threads] is [ThreadLevel#SERIALIZED], calls take turns, those by which
/// Penstock moves messages and files among them: one that waits inside MPI for other ranks holds up
/// all of this process.
public final class Mpi {
  private final MpiLibrary library;
  private final Calls calls;
  private final ThreadLevel threads;
  private final int rank;
  private final int size;
  private final JobEnd end;
  private final boolean inTurns;
  private final Lock turn = new ReentrantLock();
  private final IdleYield idleYield;

  /// The yielding of the processor by Open MPI in calls that find nothing to do (its parameter
  /// `mpi_yield_when_idle`), of the whole process.
  private sealed interface IdleYield {
    /// The one of a library that has been started.
    static IdleYield of(MpiLibrary library) {
      Optional<MethodHandle> control = library.yieldingSwitch();
      if (control.isPresent()) {
        Switch found = new Switch(control.get());
        if (found.exchange(true)) {
          return found;
        }
        found.set(false);
      }
      return new None();
    }

    void set(boolean yielding);

    /// Of a library that does not yield.
    record None() implements IdleYield {
      @Override
      public void set(boolean yielding) {}
    }

    /// Of a library that yields unless it is kept from that.
    record Switch(MethodHandle control) implements IdleYield {
      @Override
      public void set(boolean yielding) {
        exchange(yielding);
      }

      /// Sets it, and returns what was set before.
      boolean exchange(boolean yielding) {
        try {
          return ((int) control.invokeExact(yielding ? 1 : 0) & 0xFF) != 0;
        } catch (Throwable e) {
          throw Calls.unexpected(e);
        }
      }
    }
  }

  Mpi(MpiLibrary library, Calls calls, ThreadLevel threads, int rank, int size, JobEnd end) {
    this.library = library;
    this.calls = calls;
    this.threads = threads;
    this.rank = rank;
    this.size = size;
    this.end = end;
    this.inTurns = threads != ThreadLevel.MULTIPLE;
    this.idleYield = IdleYield.of(library);
  }

  /// Starts MPI, once in a process; then the same again.
  ///
  /// @throws MessageException if there is no MPI library, it is not the launcher's, or does not let
  ///   threads take turns; the message says what was found and what to do
  /// @throws UnsupportedOperationException if this process may not call native code; the message
  ///   says why, and the remedy
  /// @throws IllegalArgumentException if the launcher's variables are wrong
  public static Mpi start() {
    return Startup.once();
  }

  /// The launcher that started this process as a rank of an MPI job: `Open MPI's launcher as rank 0
  /// of 4 (OMPI_COMM_WORLD_RANK)`. This does not start MPI.
  ///
  /// @return empty if no launcher did
  /// @throws IllegalArgumentException if the launcher's variables are wrong
  public static Optional<String> launcher() {
    return LaunchedRank.of(System.getenv()).map(LaunchedRank::describe);
  }

  /// This process's rank in `MPI_COMM_WORLD`.
  public int rank() {
    return rank;
  }

  /// The number of ranks of `MPI_COMM_WORLD`.
  public int size() {
    return size;
  }

  /// The level of thread support.
  public ThreadLevel threads() {
    return threads;
  }

  /// The layout of handles and statuses.
  public Abi abi() {
    return library.abi();
  }

  /// The library as it calls itself, in one line.
  public String version() {
    return library.version();
  }

  /// A description of the library, the reason for its choice, and the other libraries here.
  public String explain() {
    return library.explain();
  }

  /// The value of a predefined handle.
  ///
  /// @throws MessageException if the library lacks it
  public long handle(MpiHandle handle) {
    return library.handle(handle);
  }

  /// The value of a constant.
  public int constant(MpiConstant constant) {
    return library.constant(constant);
  }

  /// Whether the library has a function.
  public boolean has(MpiFunction function) {
    return library.has(function);
  }

  /// Calls any function. One whose name has `Init` or `Finalize` in it is not for users.
  ///
  /// @param arguments as the letters of [MpiFunction] say, each as a `long`. Where a count fits no
  ///   `int`, the function's form for large counts is called.
  /// @throws MpiException if the function returns an error
  /// @throws IllegalArgumentException if there are too many or too few arguments, or one does not
  ///   fit an `int` that the function takes
  /// @throws UnsupportedOperationException if the library lacks the function, or its form for large
  ///   counts
  /// @throws IllegalStateException if MPI has ended
  public void call(MpiFunction function, long... arguments) {
    check(function, attempt(function, arguments));
  }

  /// Calls any function as [#call] does, and returns its error code.
  ///
  /// @return 0, or the library's own number of an error; see [#errorClass]
  /// @throws IllegalArgumentException if there are too many or too few arguments, or one does not
  ///   fit an `int` that the function takes
  /// @throws UnsupportedOperationException if the library lacks the function, or its form for large
  ///   counts
  /// @throws IllegalStateException if MPI has ended
  public int attempt(MpiFunction function, long... arguments) {
    enter();
    try {
      return calls.call(function, arguments);
    } finally {
      leave();
    }
  }

  /// Checks the error code of a function.
  ///
  /// @throws MpiException if it did
  public void check(MpiFunction function, int code) {
    if (code != 0) {
      throw failure(function, code);
    }
  }

  /// The error class of an error code.
  public MpiErrorClass errorClass(int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
      int failed = calls.call(MpiFunction.ERROR_CLASS, code, number.address());
      return failed == 0
          ? MpiErrorClass.of(number.get(ValueLayout.JAVA_INT, 0), abi())
          : MpiErrorClass.UNKNOWN;
    }
  }

  private MpiException failure(MpiFunction function, int code) {
    return new MpiException(function, rank, errorClass(code), text(code));
  }

  private String text(int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(constant(MpiConstant.MAX_ERROR_STRING) + 1L);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
      int failed = calls.call(MpiFunction.ERROR_STRING, code, text.address(), length.address());
      return failed == 0 ? oneLine(text.getString(0)) : "error " + code;
    }
  }

  // Open MPI: `MPI_ERR_RANK: invalid rank`. MPICH: `Invalid rank, error stack:` and more lines, the
  // call and its arguments among them.
  private static String oneLine(String text) {
    String joined = text.lines().map(String::strip).collect(Collectors.joining("; "));
    return joined.replaceFirst("^MPI_ERR_\\w+: ", "").replaceFirst(", error stack:", "");
  }

  /// Lets the library yield the processor in calls that find nothing to do, as Open MPI does where
  /// a job has more ranks than slots, or keeps it from that: for a thread that looks again and
  /// again by calls that do not wait, and that decides itself when others may run. On a busy
  /// machine each yield lasts for other programs' time slices. Calls that wait need it, in all
  /// threads.
  ///
  /// Does nothing with a library that does not yield.
  public void yieldWhenIdle(boolean yielding) {
    idleYield.set(yielding);
  }

  /// Registers an action that runs before MPI is finalized, in the thread that finalizes it, the
  /// latest first. It does not run where the process dies, is killed or aborted.
  public void beforeEnd(Runnable farewell) {
    end.before(farewell, farewell);
  }

  /// Registers an action with a substitute that runs where the program has called [System#exit]:
  /// its status may report a failure, and is the job's only if no other rank fails before this
  /// process has ended.
  public void beforeEnd(Runnable farewell, Runnable atExit) {
    end.before(farewell, atExit);
  }

  /// Finalizes MPI, once: waits for all ranks to do so. No call may be under way. Does nothing
  /// where other code started MPI.
  ///
  /// @throws MessageException if the library returns an error
  public void end() {
    end.end();
  }

  /// Aborts the whole job at once, this process too, in any state.
  ///
  /// @param code the launcher's exit code, where it passes it on; not 0
  public void abort(int code) {
    end.abort(code);
  }

  MpiLibrary library() {
    return library;
  }

  /// Waits for the calling thread's turn to call the library, where threads take turns.
  ///
  /// @throws IllegalStateException if MPI has ended
  void enter() {
    if (inTurns) {
      turn.lock();
    }
    try {
      end.checkRunning();
    } catch (IllegalStateException e) {
      leave();
      throw e;
    }
  }

  /// Ends what [#enter] began.
  void leave() {
    if (inTurns) {
      turn.unlock();
    }
  }
}
