package io.penstock.array.pack;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;

/// Moves elements of one type between contiguous packed bytes, in one byte order, and those places
/// in memory that a list of indexes names. Memory is a Java array or a segment.
///
/// Packed bytes are addressed in bytes, memory in elements. Kernels hold no state and are safe for
/// any thread. An index may occur more than once; on scattering, the last one wins. Whether the
/// memory has the right class is checked by a cast. Bounds are checked element by element: those
/// before the bad one have been moved.
public abstract class IndexKernel {
  static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  static final ByteOrder FOREIGN =
      NATIVE == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

  IndexKernel() {}

  /// The kernel for Java arrays of a type.
  public static IndexKernel forArrays(ElementType type, ByteOrder order) {
    return IndexKernels.ARRAYS.kernel(DataType.of(type), order);
  }

  /// The kernel for segments that hold elements of a type in native byte order, at any alignment.
  public static IndexKernel forSegments(ElementType type, ByteOrder order) {
    return IndexKernels.SEGMENTS.kernel(DataType.of(type), order);
  }

  /// The kernel for `boolean[]`: one byte each, 0 or 1; any other byte than 0 is read as `true`.
  public static IndexKernel forBooleans() {
    return IndexKernels.BOOLEANS;
  }

  /// An index that is known to fit an array of `length`.
  static int within(long index, int length) {
    return (int) Objects.checkIndex(index, (long) length);
  }

  /// Packs the elements at `indexes[from]` to `indexes[from + count - 1]`, in this order.
  ///
  /// @throws IndexOutOfBoundsException if an index is not one of `memory`, or there are not so many
  public abstract void gather(
      Object memory, int[] indexes, int from, int count, MemorySegment packed, long offset);

  /// Packs the elements at `indexes[from]` to `indexes[from + count - 1]`, in this order.
  ///
  /// @throws IndexOutOfBoundsException if an index is not one of `memory`, or there are not so many
  public abstract void gather(
      Object memory, long[] indexes, int from, int count, MemorySegment packed, long offset);

  /// Unpacks elements to `indexes[from]` to `indexes[from + count - 1]`, in this order.
  ///
  /// @throws IndexOutOfBoundsException if an index is not one of `memory`, or there are not so many
  public abstract void scatter(
      MemorySegment packed, long offset, Object memory, int[] indexes, int from, int count);

  /// Unpacks elements to `indexes[from]` to `indexes[from + count - 1]`, in this order.
  ///
  /// @throws IndexOutOfBoundsException if an index is not one of `memory`, or there are not so many
  public abstract void scatter(
      MemorySegment packed, long offset, Object memory, long[] indexes, int from, int count);
}
