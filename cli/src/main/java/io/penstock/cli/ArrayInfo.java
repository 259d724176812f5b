package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.array.StorageOrder;
import io.penstock.cli.tool.ByteSize;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.PageCache;
import io.penstock.file.Raw;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `array info`.
@Command(name = "info", description = "Says what an array file holds and how it would be read.")
final class ArrayInfo extends Action {
  /// The smallest page there is; where pages are larger, each part of one is asked for.
  private static final int PAGE = 4 << 10;

  private static final int FEW_PAGES = 16 * PAGE;

  @Mixin private ArraySource source = new ArraySource();

  @Parameters(paramLabel = "FILE", description = "An array file.")
  private Path file;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    json = arguments.flag("--json");
    file = Path.of(arguments.operands(1, 1).getFirst());
  }

  /// What a file is on; unknown where the root is no mount point, and the JDK does not find it.
  static String fileSystem(Path file) {
    try {
      FileStore store = Files.getFileStore(file);
      return store.type() + ", " + store.name();
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  int perform() throws IOException {
    try (ArrayFile array = source.open(file)) {
      long bytes = Files.size(array.path());
      String fileSystem = fileSystem(array.path());
      OptionalLong found = cached(array.path(), bytes);
      Long cached = found.isPresent() ? found.getAsLong() : null;
      if (json) {
        Json.print(results(), members -> write(array, bytes, fileSystem, cached, members));
      } else {
        table(array, bytes, fileSystem, cached).print(results());
      }
    }
    return ExitCode.OK;
  }

  /// The number of a file's bytes in the page cache; empty where the system does not tell. A file
  /// of a few pages is mapped for that, without being touched: binding the C functions takes a
  /// fresh JVM longer than all the rest. For files that a process may not write, a mapping tells
  /// nothing.
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

  private static Table table(
      ArrayFile array, long fileBytes, String fileSystem, @Nullable Long cached)
      throws IOException {
    Format format = array.format();
    Table table = new Table();
    table.add("file", array.path());
    table.add("format", formatName(format));
    table.add("type", format.type().label() + ", in Java " + inJava(format));
    table.add("byte order", byteOrder(format));
    table.add("shape", format.shape());
    table.add("elements", format.shape().size());
    table.add("storage", storageName(format));
    table.add(
        "data",
        String.format(
            Locale.ROOT, "%d bytes from byte %d on", format.dataBytes(), format.dataOffset()));
    table.add("file size", fileSize(format, fileBytes));
    table.add("file system", fileSystem);
    if (cached != null) {
      table.add("cached", Math.round(100.0 * cached / fileBytes) + " %");
    }
    table.add("engine", array.explain());
    return table;
  }

  private static String formatName(Format format) {
    return switch (format) {
      case Npy npy -> "NPY " + npy.version() + ".0";
      case Raw _ -> "raw, as described";
    };
  }

  private static String inJava(Format format) {
    String java = format.type().element().name().toLowerCase(Locale.ROOT);
    return format.type().components() == 2 ? "pairs of " + java : java;
  }

  private static String byteOrder(Format format) {
    if (format.type().bytes() == 1) {
      return "none, numbers of one byte";
    }
    String own = format.order() == ByteOrder.nativeOrder() ? ", this machine's own" : ", swapped";
    return orderName(format) + "-endian" + own;
  }

  private static String orderName(Format format) {
    return format.order() == ByteOrder.BIG_ENDIAN ? "big" : "little";
  }

  private static String storageName(Format format) {
    return format.storage() == StorageOrder.ROW_MAJOR
        ? "c, the last index runs fastest"
        : "fortran, the first index runs fastest";
  }

  private static String fileSize(Format format, long fileBytes) {
    long behind = fileBytes - format.dataOffset() - format.dataBytes();
    String rest =
        behind == 0 ? "" : String.format(Locale.ROOT, ", %d bytes behind the array", behind);
    return String.format(Locale.ROOT, "%d bytes, %s%s", fileBytes, ByteSize.text(fileBytes), rest);
  }

  /// Writes `{"file", "format", "version", "type", "byteOrder", "shape", "elements", "storage",
  /// "dataOffset", "dataBytes", "fileBytes", "fileSystem", "cachedBytes", "engine"}`; `version` is
  /// that of an NPY file, `byteOrder` is left out for numbers of one byte, `cachedBytes` where the
  /// system does not tell.
  private static void write(
      ArrayFile array, long fileBytes, String fileSystem, @Nullable Long cached, JsonGenerator json)
      throws IOException {
    Format format = array.format();
    json.writeStringField("file", array.path().toString());
    switch (format) {
      case Npy npy -> {
        json.writeStringField("format", "npy");
        json.writeNumberField("version", npy.version());
      }
      case Raw _ -> json.writeStringField("format", "raw");
    }
    json.writeStringField("type", format.type().label());
    if (format.type().bytes() > 1) {
      json.writeStringField("byteOrder", orderName(format));
    }
    json.writeFieldName("shape");
    json.writeArray(format.shape().toArray(), 0, format.shape().rank());
    json.writeNumberField("elements", format.shape().size());
    json.writeStringField("storage", format.storage() == StorageOrder.ROW_MAJOR ? "c" : "fortran");
    json.writeNumberField("dataOffset", format.dataOffset());
    json.writeNumberField("dataBytes", format.dataBytes());
    json.writeNumberField("fileBytes", fileBytes);
    json.writeStringField("fileSystem", fileSystem);
    if (cached != null) {
      json.writeNumberField("cachedBytes", cached);
    }
    json.writeStringField("engine", array.explain());
  }
}
