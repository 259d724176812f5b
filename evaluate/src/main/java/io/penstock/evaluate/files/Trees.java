package io.penstock.evaluate.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// What is done with trees between the runs.
final class Trees {
  private Trees() {}

  /// The first file of a tree that another does not have with the same bytes, in one line.
  static Optional<String> difference(Path one, Path other) throws IOException {
    try (Stream<Path> files = Files.walk(one)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path name = one.relativize(file);
        Path copy = other.resolve(name);
        if (!Files.isRegularFile(copy)) {
          return Optional.of(name + " is missing");
        }
        if (Files.mismatch(file, copy) >= 0) {
          return Optional.of(name + " has other bytes");
        }
      }
    }
    return Optional.empty();
  }
}
