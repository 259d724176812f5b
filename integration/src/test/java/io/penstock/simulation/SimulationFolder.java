package io.penstock.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.stream.Stream;

/// A folder in memory that goes with the run. It has no folders in it, and a name of the same
/// length and the same hash each time, because both may decide something: a random one, because a
/// process that was killed has left its own.
record SimulationFolder(Path path) implements AutoCloseable {
  private static final SecureRandom NAMES = new SecureRandom();

  /// The factor of the hash of a path and of a text.
  private static final int FACTOR = 31;

  /// So many characters of that many kinds make any hash.
  private static final int LAST = 7;

  SimulationFolder() throws IOException {
    this(make());
  }

  private static Path make() throws IOException {
    Path memory = Path.of("/dev/shm");
    Path in = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    String name = "penstock-simulation-" + HexFormat.of().toHexDigits(NAMES.nextLong());
    return Files.createDirectory(in.resolve(name + hashedToZero(in.resolve(name).toString())));
  }

  /// What behind a text makes its hash 0.
  private static String hashedToZero(String text) {
    long missing = Integer.toUnsignedLong(-(text + "0".repeat(LAST)).hashCode());
    StringBuilder last = new StringBuilder();
    for (int i = 0; i < LAST; i++) {
      last.append((char) ('0' + missing % FACTOR));
      missing /= FACTOR;
    }
    return last.reverse().toString();
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
