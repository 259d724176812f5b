package io.penstock.mpi;

import io.penstock.ffi.NativeAccess;
import io.penstock.ffi.NativeEnvironment;
import io.penstock.ffi.SignalActions;
import io.penstock.message.MessageException;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.mpi.library.LaunchedRank;
import io.penstock.mpi.library.MpiLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The start of MPI in this process, or the finding that it was started already.
final class Startup {
  private static final Pattern HAS_ROMIO = Pattern.compile("Open MPI v[1-5]\\.");

  private static @Nullable Mpi started;

  /// Null if no launcher started this process.
  private final @Nullable LaunchedRank launched;

  private final MpiLibrary library;
  private final Calls calls;

  private Startup() {
    NativeAccess.deniedUnlessLinux()
        .ifPresent(
            reason -> {
              throw new MessageException("MPI cannot be called: " + reason);
            });
    launched = LaunchedRank.of(System.getenv()).orElse(null);
    library = MpiLibrary.load(System.getenv(), launched);
    calls = new Calls(library);
  }

  static synchronized Mpi once() {
    if (started == null) {
      started = new Startup().mpi();
    }
    return started;
  }

  private Mpi mpi() {
    if (flag(MpiFunction.FINALIZED)) {
      throw new MessageException(
          "MPI was finalized in this process before, and cannot be started twice");
    }
    if (launched != null && launched.neverStarts(library)) {
      throw misfit("is of another family");
    }
    boolean ours = !flag(MpiFunction.INITIALIZED);
    ThreadLevel level = ours ? initialize() : level(MpiFunction.QUERY_THREAD);
    JobEnd end = new JobEnd(calls, library.handle(MpiHandle.COMM_WORLD), ours);
    try {
      checkThreads(level);
      returnErrors();
      int size = rankOrSize(MpiFunction.COMM_SIZE);
      checkSize(size);
      Mpi mpi = new Mpi(library, calls, level, rankOrSize(MpiFunction.COMM_RANK), size, end);
      end.watch();
      return mpi;
    } catch (MessageException e) {
      end.end();
      throw e;
    }
  }

  // The library's own start may replace signal handlers that the JVM needs.
  private ThreadLevel initialize() {
    preferRomio();
    SignalActions signals = SignalActions.save();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment granted = arena.allocate(ValueLayout.JAVA_INT);
      int wanted = ThreadLevel.MULTIPLE.in(library.abi());
      check(
          MpiFunction.INIT_THREAD,
          calls.call(MpiFunction.INIT_THREAD, 0, 0, wanted, granted.address()));
      return ThreadLevel.of(granted.get(ValueLayout.JAVA_INT, 0), library.abi());
    } finally {
      signals.restore();
    }
  }

  // Open MPI's own MPI-IO says nothing when a device is full and what was written is lost
  // (open-mpi/ompi#14278); ROMIO, which it had too until version 6, does. What the user has chosen
  // stays.
  private void preferRomio() {
    if (HAS_ROMIO.matcher(library.version()).lookingAt()) {
      NativeEnvironment.setIfAbsent("OMPI_MCA_io", "^ompio");
    }
  }

  private ThreadLevel level(MpiFunction function) {
    return ThreadLevel.of(number(at -> check(function, calls.call(function, at))), library.abi());
  }

  private void checkThreads(ThreadLevel level) {
    if (level.compareTo(ThreadLevel.SERIALIZED) < 0) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "%s grants threads %s, and a JVM needs at least SERIALIZED: use a library that was built with threads",
              library.version(),
              level));
    }
  }

  // A communicator's errors end the process unless it is told otherwise.
  private void returnErrors() {
    long errorsReturn = library.handle(MpiHandle.ERRORS_RETURN);
    for (MpiHandle communicator : new MpiHandle[] {MpiHandle.COMM_WORLD, MpiHandle.COMM_SELF}) {
      check(
          MpiFunction.COMM_SET_ERRHANDLER,
          calls.call(MpiFunction.COMM_SET_ERRHANDLER, library.handle(communicator), errorsReturn));
    }
  }

  private void checkSize(int size) {
    int jobSize = launched == null ? size : launched.size().orElse(size);
    if (size == 1 && jobSize > 1) {
      throw misfit("sees a job of one rank");
    }
  }

  private MessageException misfit(String how) {
    return new MessageException(
        String.format(
            Locale.ROOT,
            "this process was started by %s, but %s in %s %s, so they do not belong together: use the launcher of that library, or name another library in PENSTOCK_MPI_LIBRARY",
            launched == null ? "no launcher" : launched.describe(),
            library.version(),
            library.name(),
            how));
  }

  private int rankOrSize(MpiFunction function) {
    long world = library.handle(MpiHandle.COMM_WORLD);
    return number(at -> check(function, calls.call(function, world, at)));
  }

  private boolean flag(MpiFunction function) {
    return number(at -> check(function, calls.call(function, at))) != 0;
  }

  private static int number(LongConsumer call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
      call.accept(number.address());
      return number.get(ValueLayout.JAVA_INT, 0);
    }
  }

  private void check(MpiFunction function, int code) {
    if (code != 0) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "%s returned error %d from %s",
              library.name(),
              code,
              function.symbol()));
    }
  }
}
