package io.penstock.mpi;

import io.penstock.mpi.library.MpiLibrary;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The yielding of the processor by Open MPI in calls that find nothing to do (its parameter
/// `mpi_yield_when_idle`), of the whole process.
sealed interface IdleYield {
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
