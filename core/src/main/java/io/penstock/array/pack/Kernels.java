package io.penstock.array.pack;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Every kernel for one kind of memory.
final class Kernels {
  static final Kernels ARRAYS = new Kernels();

  /// Segments do not know what their elements mean: the width decides.
  static final Kernels SEGMENTS = new Kernels();

  private final Map<ElementType, Kernel> own = new EnumMap<>(ElementType.class);
  private final Map<ElementType, Kernel> swapped = new EnumMap<>(ElementType.class);

  static {
    ARRAYS.add(ElementType.BYTE, new ByteKernel.Native(), new ByteKernel.Swapped());
    ARRAYS.add(ElementType.SHORT, new ShortKernel.Native(), new ShortKernel.Swapped());
    ARRAYS.add(ElementType.CHAR, new CharKernel.Native(), new CharKernel.Swapped());
    ARRAYS.add(ElementType.INT, new IntKernel.Native(), new IntKernel.Swapped());
    ARRAYS.add(ElementType.LONG, new LongKernel.Native(), new LongKernel.Swapped());
    ARRAYS.add(ElementType.FLOAT, new FloatKernel.Native(), new FloatKernel.Swapped());
    ARRAYS.add(ElementType.DOUBLE, new DoubleKernel.Native(), new DoubleKernel.Swapped());
    for (ElementType type : ElementType.values()) {
      switch (type.bytes()) {
        case 1 -> SEGMENTS.add(type, new Segment1Kernel.Native(), new Segment1Kernel.Swapped());
        case 2 -> SEGMENTS.add(type, new Segment2Kernel.Native(), new Segment2Kernel.Swapped());
        case 4 -> SEGMENTS.add(type, new Segment4Kernel.Native(), new Segment4Kernel.Swapped());
        default -> SEGMENTS.add(type, new Segment8Kernel.Native(), new Segment8Kernel.Swapped());
      }
    }
  }

  private static final Kernel HALF = new HalfKernel(ByteOrder.LITTLE_ENDIAN);
  private static final Kernel HALF_BIG = new HalfKernel(ByteOrder.BIG_ENDIAN);
  private static final Kernel SEGMENT_HALF = new SegmentHalfKernel(ByteOrder.LITTLE_ENDIAN);
  private static final Kernel SEGMENT_HALF_BIG = new SegmentHalfKernel(ByteOrder.BIG_ENDIAN);

  private Kernels() {}

  private void add(ElementType type, Kernel inNativeOrder, Kernel inForeignOrder) {
    own.put(type, inNativeOrder);
    swapped.put(type, inForeignOrder);
  }

  static Kernel forArrays(DataType type, ByteOrder order) {
    if (type == DataType.FLOAT16) {
      return order == ByteOrder.BIG_ENDIAN ? HALF_BIG : HALF;
    }
    return ARRAYS.plain(type, order);
  }

  static Kernel forSegments(DataType type, ByteOrder order) {
    if (type == DataType.FLOAT16) {
      return order == ByteOrder.BIG_ENDIAN ? SEGMENT_HALF_BIG : SEGMENT_HALF;
    }
    return SEGMENTS.plain(type, order);
  }

  private Kernel plain(DataType type, ByteOrder order) {
    boolean ownOrder = order == ByteOrder.nativeOrder() || type.bytes() == 1;
    return Objects.requireNonNull((ownOrder ? own : swapped).get(type.element()));
  }
}
