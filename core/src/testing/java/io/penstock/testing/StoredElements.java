package io.penstock.testing;

import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Raw;
import java.nio.ByteBuffer;

/// Where the elements of a format lie and what their bits are, one element at a time, by the
/// definition.
public record StoredElements(Raw format) {
  /// Where the element at a row-major position lies.
  public int offset(long position) {
    Shape shape = format.elementShape();
    boolean pairs = format.type().components() == 2;
    long[] index = new long[shape.rank()];
    for (int axis = index.length - 1; axis >= 0; axis--) {
      index[axis] = position % shape.extent(axis);
      position /= shape.extent(axis);
    }
    long stored = 0;
    int plain = index.length - (pairs ? 1 : 0);
    for (int i = 0; i < plain; i++) {
      int axis = format.storage() == StorageOrder.ROW_MAJOR ? i : plain - 1 - i;
      stored = stored * shape.extent(axis) + index[axis];
    }
    if (pairs) {
      stored = stored * 2 + index[plain];
    }
    return Math.toIntExact(format.dataOffset() + stored * format.type().bytes());
  }

  /// The row-major position of the element that lies `stored` elements after the first.
  public long position(long stored) {
    Shape shape = format.elementShape();
    boolean pairs = format.type().components() == 2;
    int plain = shape.rank() - (pairs ? 1 : 0);
    long rest = pairs ? stored / 2 : stored;
    long[] index = new long[plain];
    for (int i = plain - 1; i >= 0; i--) {
      int axis = format.storage() == StorageOrder.ROW_MAJOR ? i : plain - 1 - i;
      index[axis] = rest % shape.extent(axis);
      rest /= shape.extent(axis);
    }
    long position = 0;
    for (int axis = 0; axis < plain; axis++) {
      position = position * shape.extent(axis) + index[axis];
    }
    return pairs ? position * 2 + stored % 2 : position;
  }

  /// The bits that an element of a file has in memory.
  public long bits(byte[] file, long position) {
    ByteBuffer buffer = ByteBuffer.wrap(file).order(format.order());
    int at = offset(position);
    return switch (format.type()) {
      case BOOL, INT8, UINT8 -> buffer.get(at);
      case INT16, UINT16 -> buffer.getShort(at);
      case INT32, UINT32, FLOAT32, COMPLEX64 -> buffer.getInt(at);
      case INT64, UINT64, FLOAT64, COMPLEX128 -> buffer.getLong(at);
      case FLOAT16 -> widened(buffer.getShort(at));
    };
  }

  /// Gives an element of a file the bits that it has in memory.
  public void put(byte[] file, long position, long bits) {
    ByteBuffer buffer = ByteBuffer.wrap(file).order(format.order());
    int at = offset(position);
    switch (format.type()) {
      case BOOL, INT8, UINT8 -> buffer.put(at, (byte) bits);
      case INT16, UINT16 -> buffer.putShort(at, (short) bits);
      case INT32, UINT32, FLOAT32, COMPLEX64 -> buffer.putInt(at, (int) bits);
      case INT64, UINT64, FLOAT64, COMPLEX128 -> buffer.putLong(at, bits);
      case FLOAT16 -> buffer.putShort(at, narrowed((int) bits));
    }
  }

  // The JDK makes quiet ones of signalling NaNs.
  private static int widened(short half) {
    boolean signals = (half & 0x7e00) == 0x7c00 && (half & 0x1ff) != 0;
    return signals
        ? (half & 0x8000) << 16 | 0xff << 23 | (half & 0x1ff) << 13
        : Float.floatToRawIntBits(Float.float16ToFloat(half));
  }

  private static short narrowed(int bits) {
    boolean signals = (bits & 0x7fc0_0000) == 0x7f80_0000 && (bits & 0x3f_ffff) != 0;
    if (!signals) {
      return Float.floatToFloat16(Float.intBitsToFloat(bits));
    }
    int fraction = (bits & 0x3f_ffff) >> 13;
    int sign = bits >>> 31 << 15;
    return (short) (sign | 0x7c00 | (fraction == 0 ? 0x200 : fraction));
  }
}
