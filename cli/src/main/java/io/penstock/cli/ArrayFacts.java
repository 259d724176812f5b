package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.array.StorageOrder;
import io.penstock.cli.doctor.Size;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.PageCache;
import io.penstock.file.Raw;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/// The metadata of an array file, found without reading its numbers.
///
/// @param fileBytes all of the file, with its header and with what lies behind the array
/// @param fileSystem its kind and what it is mounted from
/// @param cached how many bytes of the file are in the page cache; empty where the system does not
///   tell
/// @param engine what moves it and why
record ArrayFacts(
    Path path,
    Format format,
    long fileBytes,
    String fileSystem,
    OptionalLong cached,
    String engine) {
  /// The smallest page there is; where pages are larger, each part of one is asked for.
  private static final int PAGE = 4 << 10;

  private static final int FEW_PAGES = 16 * PAGE;

  static ArrayFacts of(ArrayFile array) throws IOException {
    long bytes = Files.size(array.path());
    FileStore store = Files.getFileStore(array.path());
    return new ArrayFacts(
        array.path(),
        array.format(),
        bytes,
        store.type() + ", " + store.name(),
        cached(array.path(), bytes),
        array.explain());
  }

  /// How much of a file is cached. One of a few pages is mapped for the question, without being
  /// touched: to bind the C functions takes a fresh JVM longer than all the rest. Of files that a
  /// process may not write the kernel says nothing by a mapping.
  static OptionalLong cached(Path file, long bytes) throws IOException {
    if (bytes > FEW_PAGES || !Files.isWritable(file)) {
      return PageCache.residentBytes(file, 0, bytes);
    }
    long cached = 0;
    try (FileChannel channel = FileChannel.open(file)) {
      for (long at = 0; at < bytes; at += PAGE) {
        long count = Math.min(PAGE, bytes - at);
        cached += channel.map(FileChannel.MapMode.READ_ONLY, at, count).isLoaded() ? count : 0;
      }
    }
    return OptionalLong.of(cached);
  }

  void text(PrintWriter out) {
    Table table = new Table();
    table.add("file", path);
    table.add("format", formatName());
    table.add("type", format.type().label() + ", in Java " + inJava());
    table.add("byte order", byteOrder());
    table.add("shape", format.shape());
    table.add("elements", format.shape().size());
    table.add("storage", storageName());
    table.add(
        "data",
        String.format(
            Locale.ROOT, "%d bytes from byte %d on", format.dataBytes(), format.dataOffset()));
    table.add("file size", fileSize());
    table.add("file system", fileSystem);
    cached.ifPresent(
        bytes ->
            table.add(
                "cached",
                String.format(Locale.ROOT, "%d %%", Math.round(100.0 * bytes / fileBytes))));
    table.add("engine", engine);
    table.print(out);
  }

  private String formatName() {
    return switch (format) {
      case Npy npy -> "NPY " + npy.version() + ".0";
      case Raw _ -> "raw, as described";
    };
  }

  private String inJava() {
    String java = format.type().element().name().toLowerCase(Locale.ROOT);
    return format.type().components() == 2 ? "pairs of " + java : java;
  }

  private String byteOrder() {
    if (format.type().bytes() == 1) {
      return "none, numbers of one byte";
    }
    String own = format.order() == ByteOrder.nativeOrder() ? ", this machine's own" : ", swapped";
    return orderName() + "-endian" + own;
  }

  private String orderName() {
    return format.order() == ByteOrder.BIG_ENDIAN ? "big" : "little";
  }

  private String storageName() {
    return format.storage() == StorageOrder.ROW_MAJOR
        ? "c, the last index runs fastest"
        : "fortran, the first index runs fastest";
  }

  private String fileSize() {
    long behind = fileBytes - format.dataOffset() - format.dataBytes();
    String rest =
        behind == 0 ? "" : String.format(Locale.ROOT, ", %d bytes behind the array", behind);
    return String.format(Locale.ROOT, "%d bytes, %s%s", fileBytes, Size.text(fileBytes), rest);
  }

  /// Writes `{"file", "format", "version", "type", "byteOrder", "shape", "elements", "storage",
  /// "dataOffset", "dataBytes", "fileBytes", "fileSystem", "cachedBytes", "engine"}`; `version` is
  /// that of an NPY file, `byteOrder` is left out for numbers of one byte, `cachedBytes` where the
  /// system does not tell.
  void json(PrintWriter out) throws IOException {
    Json.print(out, this::members);
  }

  private void members(JsonGenerator json) throws IOException {
    json.writeStringField("file", path.toString());
    switch (format) {
      case Npy npy -> {
        json.writeStringField("format", "npy");
        json.writeNumberField("version", npy.version());
      }
      case Raw _ -> json.writeStringField("format", "raw");
    }
    json.writeStringField("type", format.type().label());
    if (format.type().bytes() > 1) {
      json.writeStringField("byteOrder", orderName());
    }
    json.writeFieldName("shape");
    json.writeArray(format.shape().toArray(), 0, format.shape().rank());
    json.writeNumberField("elements", format.shape().size());
    json.writeStringField("storage", format.storage() == StorageOrder.ROW_MAJOR ? "c" : "fortran");
    json.writeNumberField("dataOffset", format.dataOffset());
    json.writeNumberField("dataBytes", format.dataBytes());
    json.writeNumberField("fileBytes", fileBytes);
    json.writeStringField("fileSystem", fileSystem);
    if (cached.isPresent()) {
      json.writeNumberField("cachedBytes", cached.getAsLong());
    }
    json.writeStringField("engine", engine);
  }
}
