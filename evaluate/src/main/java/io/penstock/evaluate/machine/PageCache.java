package io.penstock.evaluate.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The operating system's page cache, as far as one file is concerned.
public final class PageCache {
  private static final int REQUEST_BYTES = 1 << 20;

  private PageCache() {}

  /// How its state is known and made, in one line.
  static String description() {
    return Tool.FINCORE.isPresent() && Tool.DD.isPresent()
        ? "emptied and checked, file by file"
        : "neither emptied nor checked here";
  }

  /// The bytes of a file that are in the page cache; empty where the system does not tell.
  ///
  /// @throws IOException if the file cannot be asked about
  public static OptionalLong residentBytes(Path file) throws IOException {
    if (!Tool.FINCORE.isPresent()) {
      return OptionalLong.empty();
    }
    String bytes =
        Tool.FINCORE.run(List.of("--bytes", "--noheadings", "--output", "RES", file.toString()));
    return OptionalLong.of(Long.parseLong(bytes.strip()));
  }

  /// Empties the page cache of a file, after its pages were written to the device.
  ///
  /// @return whether this system has a way to do so
  /// @throws IOException if the file cannot be written to the device
  public static boolean evict(Path file) throws IOException {
    if (!Tool.DD.isPresent()) {
      return false;
    }
    flush(file);
    Tool.DD.run(
        List.of("of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"));
    return true;
  }

  /// Writes a file's pages to the device, as one that just became full of new data needs before it
  /// is read at a steady speed.
  ///
  /// @throws IOException if the device fails
  public static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /// Reads a file from its beginning to its end, so that its pages come into the cache.
  ///
  /// @throws IOException if it cannot be read
  public static void warm(Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(buffer.clear()) >= 0) {
        // what was read is of no interest
      }
    }
  }

  /// The programs of the system that reach what the JDK does not.
  private enum Tool {
    FINCORE("fincore"),
    DD("dd");

    private final Path path;

    Tool(String name) {
      path = Path.of("/usr/bin", name);
    }

    boolean isPresent() {
      return Files.isExecutable(path);
    }

    String run(List<String> arguments) throws IOException {
      List<String> command = new ArrayList<>(List.of(path.toString()));
      command.addAll(arguments);
      return Command.output(command);
    }
  }
}
