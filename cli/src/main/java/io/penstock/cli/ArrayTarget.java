package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.Raw;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the format of a new array file. What they leave open is as in the file that it
/// is made from.
final class ArrayTarget {
  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "The type of OUT's numbers, such as float32 (default: as it was).")
  private Optional<DataType> type = Optional.empty();

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "OUT's byte order: little, big or native (default: as it was).")
  private Optional<ByteOrder> order = Optional.empty();

  @Option(
      names = "--storage",
      paramLabel = "STORAGE",
      description = "OUT's storage order: c or fortran (default: as it was).")
  private Optional<StorageOrder> storage = Optional.empty();

  @Option(names = "--raw-out", description = "OUT is raw; else its name must end with .npy.")
  private boolean raw;

  @Option(names = "--force", description = "Replaces OUT if it exists.")
  private boolean force;

  void pick(Arguments arguments) {
    type = arguments.value("--type").map(ArrayTarget::parseType);
    order = arguments.value("--order").map(ArrayTarget::parseByteOrder);
    storage = arguments.value("--storage").map(ArrayTarget::parseStorage);
    raw = arguments.flag("--raw-out");
    force = arguments.flag("--force");
  }

  /// The format of a file that holds numbers of `source`, in `shape`.
  ///
  /// @throws CommandFailure if it is not clear, or there is a file of that name that may not be
  ///   replaced
  Format format(Path out, Format source, Shape shape) {
    boolean npy = out.toString().endsWith(".npy");
    if (!npy && !raw) {
      throw CommandFailure.ofArguments(
          out.toString(), "its name does not end with .npy", "add --raw-out to write a raw file");
    }
    if (!force) {
      OutputFile.requireNew(out, "choose another name, or replace it with --force");
    }
    DataType numbers = type.orElse(source.type());
    ByteOrder bytes = order.orElse(source.order());
    StorageOrder elements = storage.orElse(source.storage());
    return raw
        ? new Raw(numbers, bytes, shape, elements, 0)
        : Npy.of(numbers, bytes, shape, elements);
  }

  /// A file that appears when it is complete, to be filled by several threads, each of which moves
  /// by itself.
  ArrayFile create(Path out, Format format) throws IOException {
    Creation creation = force ? Creation.whenComplete() : Creation.newWhenComplete();
    return ArrayFile.create(out, format, creation.withAccess(Access.readWrite().withThreads(1)));
  }

  static DataType parseType(String text) {
    return DataType.named(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown type '" + text + "', use one of " + DataType.labels()));
  }

  static ByteOrder parseByteOrder(String text) {
    return switch (text) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      case "native" -> ByteOrder.nativeOrder();
      default ->
          throw new IllegalArgumentException(
              "unknown byte order '" + text + "', use little, big or native");
    };
  }

  static StorageOrder parseStorage(String text) {
    return switch (text) {
      case "c" -> StorageOrder.ROW_MAJOR;
      case "fortran" -> StorageOrder.COLUMN_MAJOR;
      default ->
          throw new IllegalArgumentException(
              "unknown storage order '" + text + "', use c or fortran");
    };
  }
}
