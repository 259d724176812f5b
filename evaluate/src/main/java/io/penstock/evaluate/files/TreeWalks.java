package io.penstock.evaluate.files;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Answering;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.tree.TreeWalk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The cost of walking through a tree: entries are counted, or the bytes of all files summed up.
final class TreeWalks implements Question {
  private static final String SOURCE = "Tuning Java I/O Performance, Getting File Information";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    int files =
        switch (setting.effort()) {
          case QUICK -> 2000;
          case NORMAL, FULL -> 198_000;
        };
    Program c = setting.tools().drills();
    return Stream.of(names(files, c), sizes(files, c));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Walk through trees by TreeWalk: %.1f times as fast as Files.walk, %.1f times where sizes are"
            + " asked for.",
        findings.ratio("files.walk.names", "penstock", "files-walk"),
        findings.ratio("files.walk.sizes", "penstock", "files-walk"));
  }

  private static Experiment names(int files, Program c) {
    return Experiment.drill(
            "files.walk.names",
            String.format(Locale.ROOT, "Counting the entries of a tree of %,d files", files),
            SOURCE,
            Measure.MILLISECONDS)
        .on(drill("files-names", files))
        .exercise("list-files", CLASSIC, counting(() -> root -> 1 + entriesBelow(root.toFile())))
        .exercise("files-walk", JDK, counting(() -> TreeWalks::entriesOfStream))
        .exercise("walk-file-tree", JDK, counting(() -> root -> visited(root).entries))
        .exercise(
            "find",
            PEER,
            counting(() -> command(text -> text.lines().count(), "find")),
            FileCopies::whole)
        .exercise(
            "fd",
            PEER,
            counting(() -> command(text -> 1 + text.lines().count(), fd(), "-u", ".")),
            FileCopies::whole)
        .exercise(
            "penstock",
            PENSTOCK,
            counting(() -> root -> TreeWalk.of(root).forEach(_ -> {}).entries()))
        .exercise(
            "penstock-parallel",
            PENSTOCK,
            counting(() -> root -> TreeWalk.of(root).parallel().forEach(_ -> {}).entries()))
        .program("c-readdir", C, c)
        .goal(1.2, "penstock", "find");
  }

  private static Experiment sizes(int files, Program c) {
    return Experiment.drill(
            "files.walk.sizes",
            String.format(Locale.ROOT, "Summing up the sizes of %,d files in a tree", files),
            SOURCE,
            Measure.MILLISECONDS)
        .on(drill("files-sizes", files))
        .exercise("list-files", CLASSIC, summing(() -> root -> bytesBelow(root.toFile())))
        .exercise("files-walk", JDK, summing(() -> TreeWalks::bytesOfStream))
        .exercise("walk-file-tree", JDK, summing(() -> root -> visited(root).bytes))
        .exercise("du", PEER, summing(DiskUsage::new), FileCopies::whole)
        .exercise("penstock", PENSTOCK, summing(() -> root -> TreeWalk.of(root).total().bytes()))
        .exercise(
            "penstock-parallel",
            PENSTOCK,
            summing(() -> root -> TreeWalk.of(root).parallel().total().bytes()))
        .program("c-readdir", C, c)
        .goal(1.2, "penstock-parallel", "du");
  }

  private static Drill drill(String name, int files) {
    return Drill.of(name, files, Duration.ZERO)
        .with(SampleTree.FILES, Integer.toString(files))
        .with(SampleTree.MOST, "16");
  }

  /// A walk through a tree.
  @FunctionalInterface
  private interface Walk {
    /// Makes it.
    ///
    /// @return what was asked for
    /// @throws IOException if it fails
    long through(Path root) throws IOException, InterruptedException;
  }

  /// A way of walking that this machine may lack.
  private interface Way {
    Walk get() throws AbsentException;
  }

  private static Exercise counting(Way way) {
    return task -> {
      SampleTree tree = SampleTree.of(task);
      return walking(tree, tree.entries(), way.get(), task);
    };
  }

  private static Exercise summing(Way way) {
    return task -> {
      SampleTree tree = SampleTree.of(task);
      return walking(tree, tree.bytes(), way.get(), task);
    };
  }

  private static Exercise.Session walking(
      SampleTree tree, long expected, Walk walk, DrillTask task) {
    return new Answering(expected, () -> walk.through(tree.root()), new Batch(task));
  }

  /// A program of the system that walks through a tree, from its start to its end.
  ///
  /// @param answer made of what it prints
  /// @throws AbsentException if it is not installed
  private static Walk command(ToLongFunction<String> answer, String... words)
      throws AbsentException {
    Commands.require(words[0]);
    return root -> {
      List<String> all = new ArrayList<>(Arrays.asList(words));
      all.add(root.toString());
      return answer.applyAsLong(Commands.output(all));
    };
  }

  private static String fd() {
    return Commands.named("fd", "fdfind"); // as Debian calls it
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

  /// The bytes of all files as `du` has them, which counts those of the folders too: they are
  /// looked up once and taken off.
  private static final class DiskUsage implements Walk {
    private final Walk du;
    private long ofFolders = -1;

    /// @throws AbsentException if it is not installed
    DiskUsage() throws AbsentException {
      du = command(text -> Long.parseLong(text.split("\t", 2)[0]), "du", "-sb");
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
}
