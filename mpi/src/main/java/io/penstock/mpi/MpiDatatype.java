package io.penstock.mpi;

import io.penstock.array.AxisSelection;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// An MPI datatype of the selected places of an array, for raw calls: one element of it, at the
/// beginning of an array in row-major order, is the whole selection, in ascending order of place.
/// Its extent is that of the array, so that several stand for arrays one after the other.
///
/// ```java
/// try (MpiDatatype columns = MpiDatatype.of(mpi, shape, selection, ElementType.DOUBLE)) {
///   mpi.call(MpiFunction.SEND, array.address(), 1, columns.handle(), 1, TAG, world);
/// }
/// ```
///
/// It belongs to the library until it is closed; MPICH reports those that are not closed at the end
/// of the job. MPI finishes operations that have begun with it. Closing by one thread, uses by any.
public final class MpiDatatype implements AutoCloseable {
  private final Mpi mpi;
  private final MemorySegment made = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
  private long type;
  private long extent;
  private boolean closed;

  private MpiDatatype(Mpi mpi, int width, MpiHandle base, int count) {
    this.mpi = mpi;
    this.type = contiguous(count, mpi.handle(base));
    this.extent = width;
  }

  /// A datatype whose elements are of MPI's type for them (`MPI_DOUBLE`, `MPI_INT32_T`;
  /// `MPI_UINT16_T` for `char`): both sides of a message, and reductions, name the same.
  ///
  /// @throws IllegalArgumentException if nothing is selected, or the selection has another number
  ///   of axes than the array
  /// @throws IndexOutOfBoundsException if the selection leaves the array
  /// @throws MpiException if the library refuses it
  /// @throws UnsupportedOperationException if there are more than 2^31 - 1 of something, and the
  ///   library knows no larger counts
  public static MpiDatatype of(Mpi mpi, Shape shape, Selection selection, ElementType element) {
    require(shape, selection);
    return new MpiDatatype(mpi, element.bytes(), base(element), 1).select(shape, selection);
  }

  /// A datatype whose elements are so many bytes (`MPI_BYTE`), as for files.
  ///
  /// @param width 1 or more
  /// @throws IllegalArgumentException if nothing is selected, or the selection has another number
  ///   of axes than the array
  /// @throws IndexOutOfBoundsException if the selection leaves the array
  /// @throws MpiException if the library refuses it
  /// @throws UnsupportedOperationException if there are more than 2^31 - 1 of something, and the
  ///   library knows no larger counts
  public static MpiDatatype ofBytes(Mpi mpi, Shape shape, Selection selection, int width) {
    require(shape, selection);
    return new MpiDatatype(mpi, width, MpiHandle.BYTE, width).select(shape, selection);
  }

  private static void require(Shape shape, Selection selection) {
    selection.requireWithin(shape);
    if (selection.size() == 0) {
      throw new IllegalArgumentException(
          "a datatype of no element of an array (" + shape + "): pass a count of 0 in its place");
    }
  }

  private static MpiHandle base(ElementType element) {
    return switch (element) {
      case BYTE -> MpiHandle.INT8_T;
      case SHORT -> MpiHandle.INT16_T;
      case CHAR -> MpiHandle.UINT16_T;
      case INT -> MpiHandle.INT32_T;
      case LONG -> MpiHandle.INT64_T;
      case FLOAT -> MpiHandle.FLOAT;
      case DOUBLE -> MpiHandle.DOUBLE;
    };
  }

  /// A type for each axis, made of the one for the next faster axis.
  private MpiDatatype select(Shape shape, Selection selection) {
    try {
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        along(selection.axis(axis), shape.extent(axis));
      }
      mpi.call(MpiFunction.TYPE_COMMIT, address(type));
      return this;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /// The handle for raw calls.
  ///
  /// @throws IllegalStateException if it was closed
  public long handle() {
    if (closed) {
      throw new IllegalStateException("the MPI datatype was closed");
    }
    return type;
  }

  private void along(AxisSelection along, long length) {
    if (along.start() == 0 && along.size() == length) {
      replace(contiguous(length, type));
    } else {
      replace(selected(along));
      replace(resized(type, length * extent));
    }
    extent *= length;
  }

  /// Frees the types that it is made of, whether it could be made of them or not.
  private long selected(AxisSelection along) {
    List<Long> parts = new ArrayList<>();
    try {
      return selected(along, parts);
    } finally {
      parts.forEach(this::free);
    }
  }

  private long selected(AxisSelection along, List<Long> parts) {
    boolean even = along.last() == along.block();
    long whole = even ? along.count() : along.count() - 1;
    long rest = (along.start() + whole * along.stride()) * extent;
    if (whole == 0) {
      long last = kept(contiguous(along.last(), type), parts);
      return struct(new long[] {last}, new long[] {rest});
    }
    long block = kept(contiguous(along.block(), type), parts);
    long blocks = kept(vector(whole, along.stride() * extent, block), parts);
    long begin = along.start() * extent;
    if (even) {
      return struct(new long[] {blocks}, new long[] {begin});
    }
    long last = kept(contiguous(along.last(), type), parts);
    return struct(new long[] {blocks, last}, new long[] {begin, rest});
  }

  private static long kept(long part, List<Long> parts) {
    parts.add(part);
    return part;
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
    try (Arena arena = Arena.ofConfined()) {
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
  }

  private void replace(long by) {
    long old = type;
    type = by;
    free(old);
  }

  /// Frees a type. Those that were made of it stay as they are.
  private void free(long old) {
    mpi.call(MpiFunction.TYPE_FREE, address(old));
  }

  private long address(long handle) {
    mpi.abi().handle(made, 0, handle);
    return made.address();
  }

  /// Frees it. Further calls do nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      free(type);
    }
  }
}
