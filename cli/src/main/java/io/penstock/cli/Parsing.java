package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;

/// Parsers of the words that describe an array. Each throws [IllegalArgumentException], with a
/// reason, for a word that it does not know.
final class Parsing {
  private Parsing() {}

  static DataType type(String text) {
    return DataType.named(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown type '" + text + "', use one of " + DataType.labels()));
  }

  static ByteOrder order(String text) {
    return switch (text) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      case "native" -> ByteOrder.nativeOrder();
      default ->
          throw new IllegalArgumentException(
              "unknown byte order '" + text + "', use little, big or native");
    };
  }

  static StorageOrder storage(String text) {
    return switch (text) {
      case "c" -> StorageOrder.ROW_MAJOR;
      case "fortran" -> StorageOrder.COLUMN_MAJOR;
      default ->
          throw new IllegalArgumentException(
              "unknown storage order '" + text + "', use c or fortran");
    };
  }
}
