package io.penstock.evaluate.files;

import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The cost of copying a tree of small files to a folder that is not there yet.
final class TreeCopies implements Question {
  private static final String PENSTOCK_COPY = "penstock-copy";
  private static final int MOST_OF_A_FILE = 8 << 10;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    int files = setting.effort() == Effort.QUICK ? 500 : 10_000;
    Drill drill =
        Drill.of("files-copy-tree", (long) files * MOST_OF_A_FILE / 2, Duration.ZERO)
            .with(SampleFiles.FILES, Integer.toString(files))
            .with(SampleFiles.MOST, Integer.toString(MOST_OF_A_FILE));
    return Stream.of(
        Experiment.drill(
                "files.copy.tree",
                String.format(Locale.ROOT, "Copying %,d files of up to 8 KiB", files),
                FileCopies.SOURCE,
                Measure.MILLISECONDS)
            .on(drill)
            .exercise("walk-and-files-copy", JDK, task -> copying(TreeCopies::walk, task))
            .exercise("penstock", PENSTOCK, task -> copying((from, to) -> copy(from, to, 1), task))
            .exercise(
                "penstock-parallel",
                PENSTOCK,
                task -> copying((from, to) -> copy(from, to, PROCESSORS), task))
            .exercise(
                PENSTOCK_COPY,
                PENSTOCK,
                TreeCopies::byCommand,
                entry -> Commands.whole(Commands.tell(entry, Commands.penstock(), "copy", "-r")))
            .command("cp-r", task -> copying(Copy.by("cp", "-r"), task))
            .goal(1.3, PENSTOCK_COPY, "cp-r"));
  }

  /// Each run copies once, to a new folder. What is there stays until the evaluation ends: for some
  /// minutes ext4 looks for new files' inodes past all that were freed (`recently_deleted` of
  /// fs/ext4/ialloc.c, v6.1), and whoever copies after a deletion would pay for it.
  private static Exercise.Session copying(Copy way, DrillTask task) throws IOException {
    Path tree = SampleFiles.tree(task).root();
    AtomicInteger runs = new AtomicInteger();
    Supplier<Path> target =
        () -> task.meeting().resolveSibling(task.meeting().getFileName() + "-" + runs);
    return Exercise.Session.repeating(
        _ -> runs.incrementAndGet(),
        new Batch(task),
        _ -> way.make(tree, target.get()),
        () -> difference(tree, target.get()));
  }

  private static Exercise.Session byCommand(DrillTask task) throws AbsentException, IOException {
    List<String> words = Commands.told(task);
    return copying(
        (from, to) -> {
          String _ = Commands.commandOutput(Commands.withFiles(words, from, to));
        },
        task);
  }

  private static void copy(Path from, Path to, int threads) throws IOException {
    TreeCopyReport report = TreeCopy.of(from, to).withThreads(threads).run();
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

  /// The first file of a tree that another does not have with the same bytes, in one line.
  private static Optional<String> difference(Path one, Path other) throws IOException {
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
