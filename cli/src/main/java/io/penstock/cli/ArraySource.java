package io.penstock.cli;

import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Raw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that describe a raw array file.
final class ArraySource {
  @Option(
      names = "--raw",
      paramLabel = "DESC",
      description =
          "The file is raw: TYPE,ORDER,SHAPE[,OFFSET], such as int32,big,4096x4096,512. "
              + "ORDER is little, big or native, SHAPE may be scalar, OFFSET is in bytes.")
  private Optional<Raw> raw = Optional.empty();

  @Option(
      names = "--raw-storage",
      paramLabel = "STORAGE",
      description = "The raw file's storage order: c (default) or fortran.")
  private Optional<StorageOrder> rawStorage = Optional.empty();

  void pick(Arguments arguments) {
    raw = arguments.value("--raw").map(Raw::parse);
    rawStorage = arguments.value("--raw-storage").map(ArrayTarget::parseStorage);
  }

  /// Opens the file for reading by several threads, each of which moves by itself.
  ArrayFile open(Path file) throws IOException {
    Access access = Access.read().withThreads(1);
    if (raw.isEmpty()) {
      requireNoStorage();
      return ArrayFile.open(file, access);
    }
    Raw format = raw.get().withStorage(rawStorage.orElse(StorageOrder.ROW_MAJOR));
    if (Files.isRegularFile(file)) {
      requireWholeElements(file, format);
    }
    return ArrayFile.open(file, format, access);
  }

  // A .npy file says itself how it is stored.
  private void requireNoStorage() {
    if (rawStorage.isPresent()) {
      throw CommandFailure.ofArguments(
          "--raw-storage", "there is no raw file", "describe one with --raw, or leave it out");
    }
  }

  // A remainder means that the type or the offset is wrong.
  private static void requireWholeElements(Path file, Raw format) throws IOException {
    long size = Files.size(file);
    long width = (long) format.type().bytes() * format.type().components();
    if (size == 0 && format.shape().size() > 0) {
      throw new CommandFailure(
          file.toString(), "is empty, but should hold " + format.shape(), "check the path");
    }
    if (size > format.dataOffset() && (size - format.dataOffset()) % width != 0) {
      throw new CommandFailure(
          file.toString(),
          String.format(
              Locale.ROOT,
              "its %d bytes from byte %d on are no multiple of the %d that a %s takes",
              size - format.dataOffset(),
              format.dataOffset(),
              width,
              format.type().label()),
          "check the type and the offset in --raw");
    }
  }
}
