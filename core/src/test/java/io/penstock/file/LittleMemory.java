package io.penstock.file;

import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A program that makes a file, and asks for a buffer that it cannot have.
final class LittleMemory {
  private static final int ATTEMPTS = 20;

  private LittleMemory() {}

  /// Arguments: `make` or `open`, and a folder.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[1]).resolve("f");
    if (arguments[0].equals("make")) {
      Outcome.say("mapped", () -> make(path));
      System.out.println("size: " + Files.size(path));
    } else {
      openUntilRefused(path);
    }
  }

  private static void openUntilRefused(Path path) throws IOException {
    List<ArrayRandomAccessFile> opened = new ArrayList<>();
    int refused = 0;
    int before = openFiles();
    while (refused < ATTEMPTS && opened.size() < ATTEMPTS) {
      try {
        opened.add(open(path));
      } catch (RuntimeException | OutOfMemoryError _) {
        refused++;
      }
    }
    System.out.println("refused: " + refused);
    System.out.println(openFiles() - before - opened.size());
  }

  private static void make(Path path) throws IOException {
    try (EngineFile file = FileEngines.of(FileEngine.Mapped.class).create(path)) {
      file.reserve(3_000_000);
    }
  }

  private static ArrayRandomAccessFile open(Path path) throws IOException {
    return new ArrayRandomAccessFile(
        path, FileMode.READ, ByteOrder.BIG_ENDIAN, Integer.MAX_VALUE - 8);
  }

  private static int openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return (int) files.count();
    }
  }
}
