package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The bytes of all files as `du` has them, which counts those of the folders too: they are looked
/// up once and taken off.
final class DiskUsage implements Walk {
  private final Walk du;
  private long ofFolders = -1;

  /// @throws AbsentException if it is not installed
  DiskUsage() throws AbsentException {
    du = Commands.walk(text -> Long.parseLong(text.split("\t", 2)[0]), "du", "-sb");
  }

  @Override
  public long through(Path root) throws IOException, InterruptedException {
    if (ofFolders < 0) {
      ofFolders = ofFolders(root);
    }
    return du.through(root) - ofFolders;
  }

  private static long ofFolders(Path root) throws IOException {
    List<Path> folders;
    try (Stream<Path> entries = Files.walk(root)) {
      folders = entries.filter(Files::isDirectory).toList();
    }
    long bytes = 0;
    for (Path folder : folders) {
      bytes += Files.size(folder);
    }
    return bytes;
  }
}
