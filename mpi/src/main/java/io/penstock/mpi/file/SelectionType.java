package io.penstock.mpi.file;

import io.penstock.array.Comb;
import io.penstock.array.Selection;
import io.penstock.array.StorageOrder;
import io.penstock.collective.View;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// An MPI datatype whose bytes are those of a selection in a file, in ascending order: a type for
/// each axis, made of the one for the next faster axis.
final class SelectionType implements AutoCloseable {
  private final Mpi mpi;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
  private long type;
  private long extent;

  private SelectionType(Mpi mpi, int width) {
    this.mpi = mpi;
    this.type = contiguous(width, mpi.handle(MpiHandle.BYTE));
    this.extent = width;
  }

  /// @param width of an element in the file
  /// @param selection of one element or more
  static SelectionType of(Mpi mpi, View view, Selection selection, int width) {
    SelectionType type = new SelectionType(mpi, width);
    int axes = selection.rank();
    for (int nth = axes - 1; nth >= 0; nth--) {
      int axis = axis(view, axes, nth);
      type.along(selection.comb(axis), view.shape().extent(axis));
    }
    type.mpi.call(MpiFunction.TYPE_COMMIT, type.handleAddress());
    return type;
  }

  /// The axis that is the n-th slowest in the file.
  private static int axis(View view, int axes, int nth) {
    boolean stays = view.storage() == StorageOrder.ROW_MAJOR || (view.pairs() && nth == axes - 1);
    return stays ? nth : (view.pairs() ? axes - 1 : axes) - 1 - nth;
  }

  long handle() {
    return type;
  }

  private void along(Comb comb, long length) {
    if (comb.start() == 0 && comb.size() == length) {
      replace(contiguous(length, type));
    } else {
      replace(selected(comb));
      replace(resized(type, length * extent));
    }
    extent *= length;
  }

  private long selected(Comb comb) {
    boolean even = comb.last() == comb.block();
    long whole = even ? comb.count() : comb.count() - 1;
    long rest = (comb.start() + whole * comb.stride()) * extent;
    if (whole == 0) {
      long last = contiguous(comb.last(), type);
      return free(last, struct(new long[] {last}, new long[] {rest}));
    }
    long block = contiguous(comb.block(), type);
    long blocks = free(block, vector(whole, comb.stride() * extent, block));
    long begin = comb.start() * extent;
    if (even) {
      return free(blocks, struct(new long[] {blocks}, new long[] {begin}));
    }
    long last = contiguous(comb.last(), type);
    long both = struct(new long[] {blocks, last}, new long[] {begin, rest});
    return free(last, free(blocks, both));
  }

  private long contiguous(long count, long of) {
    mpi.call(MpiFunction.TYPE_CONTIGUOUS, count, of, made.address());
    return mpi.abi().handle(made, 0);
  }

  private long vector(long count, long distance, long of) {
    mpi.call(MpiFunction.TYPE_CREATE_HVECTOR, count, 1, distance, of, made.address());
    return mpi.abi().handle(made, 0);
  }

  private long resized(long of, long bytes) {
    mpi.call(MpiFunction.TYPE_CREATE_RESIZED, of, 0, bytes, made.address());
    return mpi.abi().handle(made, 0);
  }

  /// One of each, at those bytes.
  private long struct(long[] types, long[] places) {
    int count = types.length;
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    MemorySegment lengths = arena.allocateFrom(ValueLayout.JAVA_INT, ones);
    MemorySegment displacements = arena.allocateFrom(ValueLayout.JAVA_LONG, places);
    MemorySegment handles = arena.allocate(ValueLayout.JAVA_LONG, count);
    for (int i = 0; i < count; i++) {
      mpi.abi().handle(handles, i, types[i]);
    }
    mpi.call(
        MpiFunction.TYPE_CREATE_STRUCT,
        count,
        lengths.address(),
        displacements.address(),
        handles.address(),
        made.address());
    return mpi.abi().handle(made, 0);
  }

  private void replace(long by) {
    type = free(type, by);
  }

  /// Frees what another type was made of, which stays as it is.
  private long free(long old, long result) {
    mpi.abi().handle(made, 0, old);
    mpi.call(MpiFunction.TYPE_FREE, made.address());
    return result;
  }

  private long handleAddress() {
    mpi.abi().handle(made, 0, type);
    return made.address();
  }

  @Override
  public void close() {
    mpi.call(MpiFunction.TYPE_FREE, handleAddress());
    arena.close();
  }
}
