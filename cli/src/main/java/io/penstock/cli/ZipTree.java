package io.penstock.cli;

import io.penstock.compress.ZipWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Adds files and folders to a zip archive, under the names that they were given by, without what
/// would lead out of the folder where they are unpacked.
///
/// @param zip where they go
record ZipTree(ZipWriter zip) {
  void add(Path given) throws IOException {
    Path root = given.toRealPath(); // what is named may be a link, what is in it may not
    Path named = root.getParent() == null ? root : root.getParent();
    Path _ =
        Files.walkFileTree(
            root,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                  throws IOException {
                zip.folder(name(named, folder), attributes.lastModifiedTime());
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                addFile(name(named, file), file, attributes);
                return FileVisitResult.CONTINUE;
              }
            });
  }

  private void addFile(String name, Path file, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      throw new Failure(
          file.toString(), "is a link, a pipe or a device", "pack what it leads to by itself");
    }
    try (InputStream in = new TextSource(file.toString(), Optional.of(file)).open()) {
      zip.file(name, attributes.lastModifiedTime(), in);
    }
  }

  private static String name(Path above, Path file) {
    return StreamSupport.stream(above.relativize(file).spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }
}
