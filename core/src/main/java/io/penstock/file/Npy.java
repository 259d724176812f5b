package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteOrder;

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
    return NpyReader.read(name, size, source);
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
