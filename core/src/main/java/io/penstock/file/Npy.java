package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;

/// A file of NumPy's, which describes itself in a header before the numbers.
///
/// The format is that of NEP 1, "A Simple File Format for NumPy Arrays", as `numpy.lib.format` of
/// NumPy 2.4 documents its versions 1.0, 2.0 and 3.0.
///
/// @param version of the file format, 1 to 3
/// @param dataOffset the length of the header with all that goes before it
public record Npy(
    DataType type, ByteOrder order, Shape shape, StorageOrder storage, int version, long dataOffset)
    implements Format {
  /// Arrays of the JVM end a little earlier.
  private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /// Checks that a file of this format can exist.
  ///
  /// @throws IllegalArgumentException if the version is not 1, 2 or 3, the header is shorter than
  ///   its fixed part or longer than its version or 1 MiB allows, the array would end past byte
  ///   2^63 - 1, or its rank is above 64
  public Npy {
    order = Placement.order(type, order);
    Placement.check(type, shape, dataOffset);
    NpyHeader.check(version, shape, dataOffset);
  }

  /// A new row-major file in the machine's byte order.
  ///
  /// @throws IllegalArgumentException if the array would end past byte 2^63 - 1
  public static Npy of(ElementType type, Shape shape) {
    return of(DataType.of(type), ByteOrder.nativeOrder(), shape, StorageOrder.ROW_MAJOR);
  }

  /// A new file, with the header that NumPy would write. That is always version 1: numbers never
  /// need a header that is too long for it.
  ///
  /// @throws IllegalArgumentException if the array would end past byte 2^63 - 1, or its rank is
  ///   above 64
  public static Npy of(DataType type, ByteOrder order, Shape shape, StorageOrder storage) {
    String dictionary = NpyHeader.dictionary(type, order, shape, storage);
    return new Npy(type, order, shape, storage, 1, NpyHeader.length(1, dictionary, shape, storage));
  }

  /// Reads the header of a file. Nothing in it is evaluated, and at most 1 MiB is allocated,
  /// whatever it claims. Bytes after the array are allowed, as in NumPy.
  ///
  /// @param name the file's path, for messages
  /// @param size of the file in bytes
  /// @param source the file's bytes, read within `size` only
  /// @throws FormatException if this is no such file, the type is not a [DataType], the rank is
  ///   above 64, or bytes of the header or the array are missing
  /// @throws IOException if `source` fails
  public static Npy read(String name, long size, Source source) throws IOException {
    return NpyHeader.read(name, size, source);
  }

  /// Reads a file of `float64` or `complex128` whole, row-major. Complex numbers are pairs.
  ///
  /// @throws java.nio.file.FileSystemException if the file is missing, not a regular file, or may
  ///   not be read
  /// @throws FormatException if it is not a whole `.npy` file of these, or has more elements than a
  ///   Java array can have
  /// @throws TransferException if the device fails
  public static double[] readDoubles(Path file) throws IOException {
    return (double[]) readWhole(file, ElementType.DOUBLE);
  }

  /// Reads a file of `int8`, `uint8` or `bool` whole, row-major; see [#readDoubles(Path)].
  public static byte[] readBytes(Path file) throws IOException {
    return (byte[]) readWhole(file, ElementType.BYTE);
  }

  /// Reads a file of `int16` whole, row-major; see [#readDoubles(Path)].
  public static short[] readShorts(Path file) throws IOException {
    return (short[]) readWhole(file, ElementType.SHORT);
  }

  /// Reads a file of `uint16` whole, row-major; see [#readDoubles(Path)].
  public static char[] readChars(Path file) throws IOException {
    return (char[]) readWhole(file, ElementType.CHAR);
  }

  /// Reads a file of `int32` or `uint32` whole, row-major; see [#readDoubles(Path)].
  public static int[] readInts(Path file) throws IOException {
    return (int[]) readWhole(file, ElementType.INT);
  }

  /// Reads a file of `int64` or `uint64` whole, row-major; see [#readDoubles(Path)].
  public static long[] readLongs(Path file) throws IOException {
    return (long[]) readWhole(file, ElementType.LONG);
  }

  /// Reads a file of `float32`, `float16` or `complex64` whole, row-major; see
  /// [#readDoubles(Path)].
  public static float[] readFloats(Path file) throws IOException {
    return (float[]) readWhole(file, ElementType.FLOAT);
  }

  private static Object readWhole(Path npy, ElementType type) throws IOException {
    try (ArrayFile file = ArrayFile.open(npy)) {
      if (file.type() != type) {
        throw FormatException.of(
            npy.toString(),
            0,
            String.format(
                Locale.ROOT,
                "the array is of %s, which is %s in Java, not %s",
                file.format().type().label(),
                file.type().arrayClass().getSimpleName(),
                type.arrayClass().getSimpleName()));
      }
      long size = file.shape().size();
      if (size > LONGEST_ARRAY) {
        throw FormatException.of(
            npy.toString(),
            0,
            size + " elements are more than a Java array can have; read parts by ArrayFile");
      }
      Object array = Array.newInstance(type.arrayClass().componentType(), (int) size);
      file.read(Elements.of(array));
      return array;
    }
  }

  /// Writes a file, durably and in place of an older one, row-major and in the machine's byte
  /// order; it appears when it is complete.
  ///
  /// @param array as many elements as the shape has
  /// @throws IllegalArgumentException if there are not as many, or they have no type
  /// @throws java.nio.file.FileSystemException if the folder is missing or may not be written
  /// @throws IOException if there is no room for the array
  public static void write(Path file, Shape shape, Elements array) throws IOException {
    if (!array.isTyped()) {
      throw new IllegalArgumentException(
          "numbers of a type are written, not a " + array.memory().getClass().getSimpleName());
    }
    if (array.count() != shape.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are not as many as an array of shape %s has",
              array.count(),
              shape));
    }
    try (ArrayFile created = ArrayFile.create(file, array.type(), shape)) {
      created.write(array);
    }
  }

  /// Writes a file of `int8`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, byte[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `int16`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, short[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `uint16`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, char[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `int32`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, int[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `int64`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, long[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `float32`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, float[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// Writes a file of `float64`; see [#write(Path, Shape, Elements)].
  public static void write(Path file, Shape shape, double[] array) throws IOException {
    write(file, shape, Elements.of(array));
  }

  /// The bytes before the array: always [#dataOffset()] of them, and for a format made by
  /// [#of(DataType, ByteOrder, Shape, StorageOrder)] the ones that NumPy would write.
  ///
  /// @throws IllegalStateException if the file that this format was read from holds a more terse
  ///   header, and there is no room for the usual spelling
  public byte[] header() {
    return NpyHeader.bytes(this);
  }

  /// The bytes of a file, for reading its header.
  @FunctionalInterface
  public interface Source {
    /// Fills `target` with the bytes from `offset` on.
    ///
    /// @throws IOException if that fails, or the file ends before
    void readFully(long offset, byte[] target) throws IOException;
  }
}
