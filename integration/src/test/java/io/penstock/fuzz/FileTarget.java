package io.penstock.fuzz;

import io.penstock.testing.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A decoder of files: each input is one. They are in memory where that is easy to have.
abstract class FileTarget extends FuzzTarget {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private final Path folder;
  private final Path file;

  FileTarget(
      String name, Class<? extends Exception> refusal, long base, long factor, String fileName)
      throws IOException {
    super(name, refusal, base, factor);
    folder =
        Files.isWritable(IN_MEMORY)
            ? Files.createTempDirectory(IN_MEMORY, "penstock-fuzz")
            : Files.createTempDirectory("penstock-fuzz");
    file = folder.resolve(fileName);
  }

  /// Where seeds may be made.
  final Path scratch(String fileName) {
    return folder.resolve(fileName);
  }

  @Override
  public final void decode(byte[] input) throws Exception {
    Path _ = Files.write(file, input);
    decode(file, input.length);
  }

  /// Decodes the input, which a file holds.
  abstract void decode(Path file, int length) throws Exception;

  @Override
  public void close() throws IOException {
    List<Path> left;
    try (Stream<Path> files = Files.list(folder)) {
      left = files.toList();
    }
    for (Path path : left) {
      Files.deleteIfExists(path);
    }
    Files.deleteIfExists(folder);
  }
}
