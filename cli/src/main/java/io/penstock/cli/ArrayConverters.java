package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.StorageOrder;
import io.penstock.cli.array.Slicing;
import io.penstock.file.Raw;
import java.nio.ByteOrder;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// How the words of a command line become what the library means by them.
final class ArrayConverters {
  private ArrayConverters() {}

  static final class OfRaw implements ITypeConverter<Raw> {
    @Override
    public Raw convert(String text) {
      try {
        return Raw.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class OfSlicing implements ITypeConverter<Slicing> {
    @Override
    public Slicing convert(String text) {
      try {
        return Slicing.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class OfType implements ITypeConverter<DataType> {
    @Override
    public DataType convert(String text) {
      return DataType.named(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "unknown type '" + text + "', use one of " + DataType.labels()));
    }
  }

  static final class OfByteOrder implements ITypeConverter<ByteOrder> {
    @Override
    public ByteOrder convert(String text) {
      return switch (text) {
        case "little" -> ByteOrder.LITTLE_ENDIAN;
        case "big" -> ByteOrder.BIG_ENDIAN;
        case "native" -> ByteOrder.nativeOrder();
        default ->
            throw new TypeConversionException(
                "unknown byte order '" + text + "', use little, big or native");
      };
    }
  }

  static final class OfStorage implements ITypeConverter<StorageOrder> {
    @Override
    public StorageOrder convert(String text) {
      return switch (text) {
        case "c" -> StorageOrder.ROW_MAJOR;
        case "fortran" -> StorageOrder.COLUMN_MAJOR;
        default ->
            throw new TypeConversionException(
                "unknown storage order '" + text + "', use c or fortran");
      };
    }
  }
}
