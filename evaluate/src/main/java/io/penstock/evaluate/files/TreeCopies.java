package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Copying a tree of small files to a folder that is not there yet, in the way that the task names.
final class TreeCopies implements Exercise {
  static final String CP = "cp-r";
  static final String WALK = "walk-and-files-copy";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    CopyWays.Way way = way(task.drill().option(Copies.WAY));
    return new Copying(SampleTree.of(task), task.meeting(), way, new Batch(task));
  }

  private static CopyWays.Way way(String name) throws Exception {
    return switch (name) {
      case CP -> Commands.way("cp", "-r");
      case WALK -> TreeCopies::walk;
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  private static void walk(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectory(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /// Each run copies once, to a new folder.
  private record Copying(SampleTree tree, Path target, CopyWays.Way way, Batch batch)
      implements Session {
    @Override
    public void arm(long salt) throws IOException {
      Trees.delete(target);
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(_ -> way.copy(tree.root(), target));
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      return Trees.difference(tree.root(), target);
    }

    @Override
    public void close() throws IOException {
      Trees.delete(target);
    }
  }
}
