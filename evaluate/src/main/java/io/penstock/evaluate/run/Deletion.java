package io.penstock.evaluate.run;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Deletes trees of folders, while others may delete in them too.
public final class Deletion extends SimpleFileVisitor<Path> {
  private Deletion() {}

  /// Deletes a tree, if there is one.
  ///
  /// @throws IOException if something in it cannot be deleted
  public static void of(Path root) throws IOException {
    if (Files.exists(root)) {
      Files.walkFileTree(root, new Deletion());
    }
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    Files.deleteIfExists(file);
    return FileVisitResult.CONTINUE;
  }

  @Override
  @SuppressWarnings("exports") // users need no annotations of JSpecify to compile against this
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    Files.delete(folder);
    return FileVisitResult.CONTINUE;
  }
}
