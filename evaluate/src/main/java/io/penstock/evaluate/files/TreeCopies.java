package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
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
  static final String PENSTOCK = "penstock";
  static final String PENSTOCK_PARALLEL = "penstock-parallel";
  static final String PENSTOCK_COMMAND = "penstock-copy";

  /// The option that names the command's launcher, for the way that starts it.
  static final String LAUNCHER = "launcher";

  static final String WALK = "walk-and-files-copy";

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @Override
  public Session prepare(DrillTask task) throws Exception {
    CopyWays.Way way = way(task);
    return new Copying(SampleTree.of(task), task.meeting(), way, new Batch(task));
  }

  private static CopyWays.Way way(DrillTask task) throws Exception {
    String name = task.drill().option(Copies.WAY);
    return switch (name) {
      case PENSTOCK_COMMAND ->
          Commands.way("env", "PENSTOCK_BUILD=never", task.drill().option(LAUNCHER), "copy", "-r");
      case CP -> Commands.way("cp", "-r");
      case WALK -> TreeCopies::walk;
      case PENSTOCK -> (from, to) -> complete(TreeCopy.of(from, to).withThreads(1));
      case PENSTOCK_PARALLEL ->
          (from, to) -> complete(TreeCopy.of(from, to).withThreads(PROCESSORS));
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  private static void complete(TreeCopy copy) throws IOException {
    TreeCopyReport report = copy.run();
    if (!report.complete()) {
      throw new IOException("the copy is not complete: " + report);
    }
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

  /// Each run copies once, to a new folder. What is there stays until the evaluation ends: for some
  /// minutes ext4 looks for new files' inodes past all that were freed (`recently_deleted` of
  /// fs/ext4/ialloc.c, v6.1), and whoever copies after a deletion would pay for it.
  private static final class Copying implements Session {
    private final SampleTree tree;
    private final Path targets;
    private final CopyWays.Way way;
    private final Batch batch;
    private int runs;

    Copying(SampleTree tree, Path targets, CopyWays.Way way, Batch batch) {
      this.tree = tree;
      this.targets = targets;
      this.way = way;
      this.batch = batch;
    }

    private Path target() {
      return targets.resolveSibling(targets.getFileName() + "-" + runs);
    }

    @Override
    public void arm(long salt) {
      runs++;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(_ -> way.copy(tree.root(), target()));
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      return Trees.difference(tree.root(), target());
    }

    @Override
    public void close() {
      // the workspace is deleted as a whole
    }
  }
}
