package io.penstock.array.kernel;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Moves elements of one type between packed bytes off the heap and memory, which is a Java array
/// or a segment, in one byte order.
///
/// Packed bytes are addressed in bytes, memory in elements. Kernels hold no state and are safe for
/// any thread: there is one of each, which is made when it is first asked for. They do not check
/// that `memory` has the right class beyond the cast; bounds are checked as every array and segment
/// access is.
public abstract class Kernel {
  private final int storedBytes;
  private final boolean verbatim;

  Kernel(int storedBytes, boolean verbatim) {
    this.storedBytes = storedBytes;
    this.verbatim = verbatim;
  }

  /// The kernel for Java arrays of `type`'s element type.
  public static Kernel forArrays(DataType type, ByteOrder order) {
    if (type == DataType.FLOAT16) {
      return order == ByteOrder.nativeOrder() ? HalfKernel.NATIVE : HalfKernel.SWAPPED;
    }
    return forArrays(type.element(), order);
  }

  /// The kernel for Java arrays whose elements are packed bit for bit.
  public static Kernel forArrays(ElementType type, ByteOrder order) {
    boolean own = order == ByteOrder.nativeOrder();
    return switch (type) {
      case BYTE -> ByteKernel.Native.INSTANCE;
      case SHORT -> own ? ShortKernel.Native.INSTANCE : ShortKernel.Swapped.INSTANCE;
      case CHAR -> own ? CharKernel.Native.INSTANCE : CharKernel.Swapped.INSTANCE;
      case INT -> own ? IntKernel.Native.INSTANCE : IntKernel.Swapped.INSTANCE;
      case LONG -> own ? LongKernel.Native.INSTANCE : LongKernel.Swapped.INSTANCE;
      case FLOAT -> own ? FloatKernel.Native.INSTANCE : FloatKernel.Swapped.INSTANCE;
      case DOUBLE -> own ? DoubleKernel.Native.INSTANCE : DoubleKernel.Swapped.INSTANCE;
    };
  }

  /// The kernel for segments that hold elements of `type`'s element type in native byte order, at
  /// any alignment.
  public static Kernel forSegments(DataType type, ByteOrder order) {
    if (type == DataType.FLOAT16) {
      return order == ByteOrder.nativeOrder()
          ? HalfKernel.OfSegments.NATIVE
          : HalfKernel.OfSegments.SWAPPED;
    }
    return forSegments(type.element(), order);
  }

  /// The kernel for segments whose elements are packed bit for bit; they lie in native byte order,
  /// at any alignment.
  public static Kernel forSegments(ElementType type, ByteOrder order) {
    boolean own = order == ByteOrder.nativeOrder();
    return switch (type.bytes()) { // segments do not know what their elements mean
      case 1 -> Segment1Kernel.Native.INSTANCE;
      case 2 -> own ? Segment2Kernel.Native.INSTANCE : Segment2Kernel.Swapped.INSTANCE;
      case 4 -> own ? Segment4Kernel.Native.INSTANCE : Segment4Kernel.Swapped.INSTANCE;
      default -> own ? Segment8Kernel.Native.INSTANCE : Segment8Kernel.Swapped.INSTANCE;
    };
  }

  /// The kernel for Java arrays of another element type than `type`'s own: each number keeps its
  /// value, unsigned ones too, as far as the other type has it. It is rounded to the nearest
  /// floating-point number, and towards zero to a whole one; `bool` is true for anything but 0. The
  /// kernel throws an [ArithmeticException] for a number that the other type has not got: a whole
  /// number that is too large or too small for it, a NaN for a whole number, a finite number that
  /// would become infinite.
  public static Kernel forArrays(DataType type, ByteOrder order, ElementType memory) {
    return new ConvertingKernel(type, order, memory, true);
  }

  /// The kernel for segments that hold elements of another type, in native byte order and at any
  /// alignment; see [#forArrays(DataType, ByteOrder, ElementType)].
  public static Kernel forSegments(DataType type, ByteOrder order, ElementType memory) {
    return new ConvertingKernel(type, order, memory, false);
  }

  /// The kernel for `boolean[]`: one byte each, 0 or 1; any other byte than 0 is read as `true`.
  public static Kernel forBooleans() {
    return BooleanKernel.INSTANCE;
  }

  /// The size of one packed element.
  public final int storedBytes() {
    return storedBytes;
  }

  /// Whether packed bytes are the memory's bytes, so that a run may be moved by a plain copy.
  public final boolean verbatim() {
    return verbatim;
  }

  /// Fills memory from packed bytes.
  ///
  /// @param offset of the first element, in bytes
  /// @param step from one packed element to the next, in bytes
  /// @param memory an array or, for a segment kernel, a segment
  /// @param at index of the first element in memory
  /// @param stride from one element in memory to the next, in elements
  public abstract void unpack(
      MemorySegment packed,
      long offset,
      long step,
      Object memory,
      long at,
      long stride,
      long count);

  /// Fills packed bytes from memory; the arguments are those of [#unpack].
  public abstract void pack(
      Object memory,
      long at,
      long stride,
      MemorySegment packed,
      long offset,
      long step,
      long count);

  /// Packs several runs of `count` elements each, whose first elements are `distance` elements
  /// apart in memory, without gaps. Where runs are short this is faster than to [#pack] each.
  public void packRows(
      Object memory,
      long at,
      long stride,
      long count,
      long distance,
      long rows,
      MemorySegment packed,
      long offset) {
    for (long row = 0; row < rows; row++) {
      long to = offset + row * count * storedBytes;
      pack(memory, at + row * distance, stride, packed, to, storedBytes, count);
    }
  }

  /// Unpacks several runs; the arguments are those of [#packRows].
  public void unpackRows(
      MemorySegment packed,
      long offset,
      Object memory,
      long at,
      long stride,
      long count,
      long distance,
      long rows) {
    for (long row = 0; row < rows; row++) {
      long from = offset + row * count * storedBytes;
      unpack(packed, from, storedBytes, memory, at + row * distance, stride, count);
    }
  }
}
