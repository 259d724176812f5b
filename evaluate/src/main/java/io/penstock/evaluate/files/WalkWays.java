package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.SystemPrograms;
import io.penstock.tree.TreeWalk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.stream.Stream;

/// Ways of walking through a tree.
final class WalkWays {
  static final String VISITOR = "walk-file-tree";
  static final String STREAM = "files-walk";
  static final String LIST_FILES = "list-files";
  static final String FIND = "find";
  static final String FD = "fd";
  static final String DU = "du";
  static final String PENSTOCK = "penstock";
  static final String PENSTOCK_PARALLEL = "penstock-parallel";

  private WalkWays() {}

  /// Those that count all entries, the root too.
  static Walk names(String way) throws AbsentException {
    return switch (way) {
      case VISITOR -> root -> visited(root).entries;
      case STREAM -> WalkWays::entriesOfStream;
      case LIST_FILES -> root -> 1 + entriesBelow(root.toFile());
      case PENSTOCK -> root -> TreeWalk.of(root).forEach(_ -> {}).entries();
      case PENSTOCK_PARALLEL -> root -> TreeWalk.of(root).parallel().forEach(_ -> {}).entries();
      case FIND -> Commands.walk(text -> text.lines().count(), "find");
      case FD -> Commands.walk(text -> 1 + text.lines().count(), fd(), "-u", ".");
      default -> throw new IllegalArgumentException("no such way: " + way);
    };
  }

  private static String fd() {
    return SystemPrograms.named("fd", "fdfind"); // as Debian calls it
  }

  /// Those that sum up the bytes of all files.
  static Walk sizes(String way) throws AbsentException {
    return switch (way) {
      case VISITOR -> root -> visited(root).bytes;
      case STREAM -> WalkWays::bytesOfStream;
      case LIST_FILES -> root -> bytesBelow(root.toFile());
      case PENSTOCK -> root -> TreeWalk.of(root).total().bytes();
      case PENSTOCK_PARALLEL -> root -> TreeWalk.of(root).parallel().total().bytes();
      case DU -> new DiskUsage();
      default -> throw new IllegalArgumentException("no such way: " + way);
    };
  }

  private static Visitor visited(Path root) throws IOException {
    Visitor visitor = new Visitor();
    Files.walkFileTree(root, visitor);
    return visitor;
  }

  private static final class Visitor extends SimpleFileVisitor<Path> {
    private long entries;
    private long bytes;

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      entries++;
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      entries++;
      bytes += attributes.size();
      return FileVisitResult.CONTINUE;
    }
  }

  private static long entriesOfStream(Path root) throws IOException {
    try (Stream<Path> entries = Files.walk(root)) {
      return entries.mapToLong(_ -> 1).sum();
    }
  }

  private static long bytesOfStream(Path root) throws IOException {
    try (Stream<Path> entries = Files.walk(root)) {
      return entries.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    }
  }

  private static long entriesBelow(File folder) {
    long entries = 0;
    for (File entry : Objects.requireNonNull(folder.listFiles())) {
      entries += 1 + (entry.isDirectory() ? entriesBelow(entry) : 0);
    }
    return entries;
  }

  private static long bytesBelow(File folder) {
    long bytes = 0;
    for (File entry : Objects.requireNonNull(folder.listFiles())) {
      bytes += entry.isDirectory() ? bytesBelow(entry) : entry.length();
    }
    return bytes;
  }
}
