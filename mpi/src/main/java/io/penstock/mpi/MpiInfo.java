package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/// An MPI info object: hints for the library, for raw calls. A library ignores those that it does
/// not know, as MPI demands.
///
/// It belongs to the library until it is closed; functions that take it copy its hints. Closing by
/// one thread, uses by any.
public final class MpiInfo implements AutoCloseable {
  private final Mpi mpi;
  private final MemorySegment made = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
  private boolean closed;

  private MpiInfo(Mpi mpi) {
    this.mpi = mpi;
    mpi.call(MpiFunction.INFO_CREATE, made.address());
  }

  /// Holds hints by their names, such as `cb_nodes`.
  ///
  /// @throws MpiException if a name or a value is empty, or longer than the library takes
  public static MpiInfo of(Mpi mpi, Map<String, String> hints) {
    MpiInfo info = new MpiInfo(mpi);
    try {
      hints.forEach(info::set);
      return info;
    } catch (RuntimeException e) {
      info.close();
      throw e;
    }
  }

  private void set(String key, String value) {
    try (Arena arena = Arena.ofConfined()) {
      mpi.call(
          MpiFunction.INFO_SET,
          handle(),
          arena.allocateFrom(key).address(),
          arena.allocateFrom(value).address());
    }
  }

  /// The handle for raw calls.
  ///
  /// @throws IllegalStateException if it was closed
  public long handle() {
    if (closed) {
      throw new IllegalStateException("the MPI info was closed");
    }
    return mpi.abi().handle(made, 0);
  }

  /// Frees it. Further calls do nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      mpi.call(MpiFunction.INFO_FREE, made.address());
    }
  }
}
