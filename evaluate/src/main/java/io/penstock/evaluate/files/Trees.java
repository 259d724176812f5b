package io.penstock.evaluate.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is done with trees between the runs.
final class Trees {
  private Trees() {}

  /// Deletes a tree, if there is one.
  static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      Files.walkFileTree(root, new Deletion());
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }

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
