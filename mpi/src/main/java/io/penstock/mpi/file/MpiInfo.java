package io.penstock.mpi.file;

import io.penstock.collective.Hints;
import io.penstock.collective.Holes;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Hints for the library. Those that it does not know it ignores, as MPI demands; those that the
/// user left at their defaults are not passed on, because the library's own suit it better.
final class MpiInfo implements AutoCloseable {
  private final Mpi mpi;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);

  private MpiInfo(Mpi mpi) {
    this.mpi = mpi;
    mpi.call(MpiFunction.INFO_CREATE, handle.address());
  }

  static MpiInfo of(Mpi mpi, Hints hints) {
    MpiInfo info = new MpiInfo(mpi);
    Hints defaults = Hints.defaults();
    if (hints.aggregators() != defaults.aggregators()) {
      info.set("cb_nodes", hints.aggregators());
    }
    if (hints.bufferBytes() != defaults.bufferBytes()) {
      info.set("cb_buffer_size", hints.bufferBytes());
    }
    if (hints.alignmentBytes() != defaults.alignmentBytes()) {
      info.set("striping_unit", hints.alignmentBytes());
    }
    if (hints.holes() == Holes.LEFT_ALONE) {
      info.set("romio_ds_write", "disable");
    }
    return info;
  }

  private void set(String key, long value) {
    set(key, Long.toString(value));
  }

  private void set(String key, String value) {
    mpi.call(
        MpiFunction.INFO_SET,
        handle(),
        arena.allocateFrom(key).address(),
        arena.allocateFrom(value).address());
  }

  long handle() {
    return mpi.abi().handle(handle, 0);
  }

  @Override
  public void close() {
    mpi.call(MpiFunction.INFO_FREE, handle.address());
    arena.close();
  }
}
