package io.penstock.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A small file that appears when all of it is written, or not at all.
final class WholeFile {
  private WholeFile() {}

  /// @throws Failure if there is something of that name
  static void requireNew(Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new Failure(
          file.toString(), "exists already", "choose another name, or replace it with --force");
    }
  }

  /// Writes a file, in place of an older one.
  ///
  /// @throws IOException if the folder is missing or may not be written, or is full
  static void write(Path file, byte[] content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new Failure(file.toString(), "is a folder", "name a file in it");
    }
    Path target = file.toAbsolutePath();
    Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
    try {
      fill(temporary, file, content);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// A full disk is reported without the file's name.
  private static void fill(Path temporary, Path file, byte[] content) throws IOException {
    try {
      Files.write(temporary, content);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
