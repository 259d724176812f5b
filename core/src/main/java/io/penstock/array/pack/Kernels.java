package io.penstock.array.pack;

import io.penstock.array.DataType;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The kernels that move elements as they are stored, or with their bytes in the other order. Each
/// is made when it is first asked for.
final class Kernels {
  private static final Kernels ARRAYS = new Kernels();
  private static final Kernels SEGMENTS = new Kernels();

  /// Threads may make one twice: kernels have no state.
  private final Map<DataType, Kernel> inOwnOrder = new ConcurrentHashMap<>();

  private final Map<DataType, Kernel> swapped = new ConcurrentHashMap<>();

  private Kernels() {}

  static Kernel forArrays(DataType type, ByteOrder order) {
    return ARRAYS.of(type, order);
  }

  static Kernel forSegments(DataType type, ByteOrder order) {
    return SEGMENTS.of(type, order);
  }

  private Kernel of(DataType type, ByteOrder order) {
    boolean own = order == ByteOrder.nativeOrder() || type.bytes() == 1;
    Map<DataType, Kernel> made = own ? inOwnOrder : swapped;
    Kernel found = made.get(type);
    if (found == null) {
      found = this == ARRAYS ? ofArrays(type, order, own) : ofSegments(type, order, own);
      made.put(type, found);
    }
    return found;
  }

  private static Kernel ofArrays(DataType type, ByteOrder order, boolean own) {
    if (type == DataType.FLOAT16) {
      return new HalfKernel(order);
    }
    return switch (type.element()) {
      case BYTE -> new ByteKernel.Native();
      case SHORT -> own ? new ShortKernel.Native() : new ShortKernel.Swapped();
      case CHAR -> own ? new CharKernel.Native() : new CharKernel.Swapped();
      case INT -> own ? new IntKernel.Native() : new IntKernel.Swapped();
      case LONG -> own ? new LongKernel.Native() : new LongKernel.Swapped();
      case FLOAT -> own ? new FloatKernel.Native() : new FloatKernel.Swapped();
      case DOUBLE -> own ? new DoubleKernel.Native() : new DoubleKernel.Swapped();
    };
  }

  /// Segments do not know what their elements mean: the width decides.
  private static Kernel ofSegments(DataType type, ByteOrder order, boolean own) {
    if (type == DataType.FLOAT16) {
      return new SegmentHalfKernel(order);
    }
    return switch (type.bytes()) {
      case 1 -> new Segment1Kernel.Native();
      case 2 -> own ? new Segment2Kernel.Native() : new Segment2Kernel.Swapped();
      case 4 -> own ? new Segment4Kernel.Native() : new Segment4Kernel.Swapped();
      default -> own ? new Segment8Kernel.Native() : new Segment8Kernel.Swapped();
    };
  }
}
