package io.penstock.array.kernel;

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
    boolean own = order == NATIVE;
    return switch (type) {
      case BYTE -> ByteNativeIndexKernel.INSTANCE;
      case SHORT -> own ? ShortNativeIndexKernel.INSTANCE : ShortSwappedIndexKernel.INSTANCE;
      case CHAR -> own ? CharNativeIndexKernel.INSTANCE : CharSwappedIndexKernel.INSTANCE;
      case INT -> own ? IntNativeIndexKernel.INSTANCE : IntSwappedIndexKernel.INSTANCE;
      case LONG -> own ? LongNativeIndexKernel.INSTANCE : LongSwappedIndexKernel.INSTANCE;
      case FLOAT -> own ? FloatNativeIndexKernel.INSTANCE : FloatSwappedIndexKernel.INSTANCE;
      case DOUBLE -> own ? DoubleNativeIndexKernel.INSTANCE : DoubleSwappedIndexKernel.INSTANCE;
    };
  }

  /// The kernel for segments that hold elements of a type in native byte order, at any alignment.
  public static IndexKernel forSegments(ElementType type, ByteOrder order) {
    boolean own = order == NATIVE;
    return switch (type.bytes()) { // segments do not know what their elements mean
      case 1 -> Segment1NativeIndexKernel.INSTANCE;
      case 2 -> own ? Segment2NativeIndexKernel.INSTANCE : Segment2SwappedIndexKernel.INSTANCE;
      case 4 -> own ? Segment4NativeIndexKernel.INSTANCE : Segment4SwappedIndexKernel.INSTANCE;
      default -> own ? Segment8NativeIndexKernel.INSTANCE : Segment8SwappedIndexKernel.INSTANCE;
    };
  }

  /// The kernel for `boolean[]`: one byte each, 0 or 1; any other byte than 0 is read as `true`.
  public static IndexKernel forBooleans() {
    return BooleanNativeIndexKernel.INSTANCE;
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
