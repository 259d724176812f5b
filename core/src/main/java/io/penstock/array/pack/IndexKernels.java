package io.penstock.array.pack;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Every index kernel for one kind of memory.
final class IndexKernels {
  static final IndexKernel BOOLEANS = new BooleanNativeIndexKernel();
  static final IndexKernels ARRAYS = new IndexKernels();

  /// Segments do not know what their elements mean: the width decides.
  static final IndexKernels SEGMENTS = new IndexKernels();

  private final Map<ElementType, IndexKernel> own = new EnumMap<>(ElementType.class);
  private final Map<ElementType, IndexKernel> swapped = new EnumMap<>(ElementType.class);

  static {
    ARRAYS.add(ElementType.BYTE, new ByteNativeIndexKernel(), new ByteSwappedIndexKernel());
    ARRAYS.add(ElementType.SHORT, new ShortNativeIndexKernel(), new ShortSwappedIndexKernel());
    ARRAYS.add(ElementType.CHAR, new CharNativeIndexKernel(), new CharSwappedIndexKernel());
    ARRAYS.add(ElementType.INT, new IntNativeIndexKernel(), new IntSwappedIndexKernel());
    ARRAYS.add(ElementType.LONG, new LongNativeIndexKernel(), new LongSwappedIndexKernel());
    ARRAYS.add(ElementType.FLOAT, new FloatNativeIndexKernel(), new FloatSwappedIndexKernel());
    ARRAYS.add(ElementType.DOUBLE, new DoubleNativeIndexKernel(), new DoubleSwappedIndexKernel());
    for (ElementType type : ElementType.values()) {
      switch (type.bytes()) {
        case 1 ->
            SEGMENTS.add(type, new Segment1NativeIndexKernel(), new Segment1SwappedIndexKernel());
        case 2 ->
            SEGMENTS.add(type, new Segment2NativeIndexKernel(), new Segment2SwappedIndexKernel());
        case 4 ->
            SEGMENTS.add(type, new Segment4NativeIndexKernel(), new Segment4SwappedIndexKernel());
        default ->
            SEGMENTS.add(type, new Segment8NativeIndexKernel(), new Segment8SwappedIndexKernel());
      }
    }
  }

  private IndexKernels() {}

  private void add(ElementType type, IndexKernel inNativeOrder, IndexKernel inForeignOrder) {
    own.put(type, inNativeOrder);
    swapped.put(type, inForeignOrder);
  }

  IndexKernel kernel(DataType type, ByteOrder order) {
    boolean ownOrder = order == IndexKernel.NATIVE || type.bytes() == 1;
    return Objects.requireNonNull((ownOrder ? own : swapped).get(type.element()));
  }
}
