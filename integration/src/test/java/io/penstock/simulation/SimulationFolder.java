package io.penstock.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.stream.Stream;

/// A folder in memory that goes with the run. It has no folders in it, and a name of the same
/// length each time, because lengths of paths may decide something: a random one, because a process
/// that was killed has left its own.
record SimulationFolder(Path path) implements AutoCloseable {
  private static final SecureRandom NAMES = new SecureRandom();

  SimulationFolder() throws IOException {
    this(make());
  }

  private static Path make() throws IOException {
    Path memory = Path.of("/dev/shm");
    Path in = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    String name = HexFormat.of().toHexDigits(NAMES.nextLong());
    return Files.createDirectory(in.resolve("penstock-simulation-" + name));
  }

  /// The names in it, sorted.
  String names() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return String.join(" ", all.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(path);
  }
}
