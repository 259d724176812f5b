package io.penstock.testing;

import io.penstock.array.DataType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Raw;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/// A raw file with known bytes, and a slow way of saying which number lies where.
public final class FileCase {
  private final Path path;
  private final Raw format;
  private final byte[] bytes;

  private FileCase(Path path, Raw format, byte[] bytes) {
    this.path = path;
    this.format = format;
    this.bytes = bytes;
  }

  public Path path() {
    return path;
  }

  public Raw format() {
    return format;
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public static FileCase draw(RandomGenerator random, Path path, List<DataType> types) {
    DataType type = types.get(random.nextInt(types.size()));
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    StorageOrder storage =
        random.nextBoolean() ? StorageOrder.ROW_MAJOR : StorageOrder.COLUMN_MAJOR;
    Shape shape = new RandomSelections(random).shape(random.nextInt(10) == 0 ? 20_000 : 600);
    Raw format =
        Raw.of(type, order, shape).withStorage(storage).withOffset(random.nextInt(3) * 61L);
    FileCase drawn =
        new FileCase(
            path, format, new byte[Math.toIntExact(format.dataOffset() + format.dataBytes() + 5)]);
    random.nextBytes(drawn.bytes);
    for (long element = 0; element < format.elementShape().size(); element++) {
      drawn.put(drawn.bytes, element, random.nextInt(100));
    }
    return drawn;
  }

  /// The numbers of selected elements in row-major order.
  public double[] expected(Selection selection) {
    long[] positions = RandomSelections.positions(format.elementShape(), selection);
    double[] values = new double[positions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(positions[i]);
    }
    return values;
  }

  /// The file's bytes after selected elements were given new numbers.
  public byte[] overwritten(Selection selection, double[] values) {
    byte[] changed = bytes.clone();
    long[] positions = RandomSelections.positions(format.elementShape(), selection);
    for (int i = 0; i < values.length; i++) {
      put(changed, positions[i], (int) values[i]);
    }
    return changed;
  }

  /// The case once selected elements were given new numbers.
  public FileCase after(Selection selection, double[] values) {
    return new FileCase(path, format, overwritten(selection, values));
  }

  private int offset(long position) {
    return new StoredElements(format).offset(position);
  }

  private double get(long position) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(format.order());
    int at = offset(position);
    return switch (format.type()) {
      case BOOL, INT8, UINT8 -> buffer.get(at);
      case INT16 -> buffer.getShort(at);
      case UINT16 -> buffer.getChar(at);
      case INT32, UINT32 -> buffer.getInt(at);
      case INT64, UINT64 -> buffer.getLong(at);
      case FLOAT16 -> Float.float16ToFloat(buffer.getShort(at));
      case FLOAT32, COMPLEX64 -> buffer.getFloat(at);
      case FLOAT64, COMPLEX128 -> buffer.getDouble(at);
    };
  }

  private void put(byte[] target, long position, int value) {
    ByteBuffer buffer = ByteBuffer.wrap(target).order(format.order());
    int at = offset(position);
    switch (format.type()) {
      case BOOL, INT8, UINT8 -> buffer.put(at, (byte) value);
      case INT16 -> buffer.putShort(at, (short) value);
      case UINT16 -> buffer.putChar(at, (char) value);
      case INT32, UINT32 -> buffer.putInt(at, value);
      case INT64, UINT64 -> buffer.putLong(at, value);
      case FLOAT16 -> buffer.putShort(at, Float.floatToFloat16(value));
      case FLOAT32, COMPLEX64 -> buffer.putFloat(at, value);
      case FLOAT64, COMPLEX128 -> buffer.putDouble(at, value);
    }
  }
}
