package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Pass;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.tree.TreeWalk;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The cost of asking for properties of files: the lengths of many, and what the roots hold.
final class FileQueries implements Question {
  private static final String SOURCE =
      "Tuning Java I/O Performance, Obtaining Information About Files";
  private static final int FILES = 1000;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return Stream.of(lengths(), roots());
  }

  private static Experiment lengths() {
    return Experiment.drill(
            "files.query.lengths",
            "The lengths of 1,000 files, all summed up",
            SOURCE,
            Measure.MICROSECONDS)
        .on(
            Drill.of("files-query", FILES, Duration.ofMillis(20))
                .with(SampleTree.FILES, Integer.toString(FILES))
                .with(SampleTree.MOST, "16"))
        .exercise("file-length", CLASSIC, task -> summing(FileQueries::fileLength, task))
        .exercise("files-size", JDK, task -> summing(FileQueries::filesSize, task))
        .exercise("read-attributes", JDK, task -> summing(FileQueries::attributes, task))
        .exercise("penstock", PENSTOCK, FileQueries::walk)
        .remark(
            "file-length, files-size and read-attributes are given the names; penstock walks"
                + " through the ten folders and finds both.");
  }

  private static Experiment roots() {
    return Experiment.drill(
            "files.query.roots",
            "Listing the roots of the file system and what they hold",
            SOURCE,
            Measure.MICROSECONDS)
        .on(Drill.of("files-roots", 1, Duration.ofMillis(20)))
        .exercise("list-roots", CLASSIC, counting(_ -> listRoots()))
        .exercise("root-directories", JDK, counting(_ -> rootDirectories()))
        .exercise("ls", PEER, counting(_ -> ls()), Programs::whole)
        .exercise("penstock", PENSTOCK, counting(_ -> walkRoots()));
  }

  /// @param way of summing up the lengths of files
  private static Exercise.Session summing(CheckedFunction<List<Path>, Long> way, DrillTask task)
      throws IOException {
    SampleTree tree = SampleTree.of(task);
    try (Stream<Path> all = Files.walk(tree.root())) {
      List<Path> names = all.filter(Files::isRegularFile).toList();
      return Exercise.Session.answering(task, tree.bytes(), _ -> way.apply(names));
    }
  }

  private static Exercise.Session walk(DrillTask task) throws IOException {
    SampleTree tree = SampleTree.of(task);
    return Exercise.Session.answering(
        task, tree.bytes(), _ -> TreeWalk.of(tree.root()).total().bytes());
  }

  private static long fileLength(List<Path> names) {
    long bytes = 0;
    for (Path name : names) {
      bytes += name.toFile().length();
    }
    return bytes;
  }

  private static long filesSize(List<Path> names) throws IOException {
    long bytes = 0;
    for (Path name : names) {
      bytes += Files.size(name);
    }
    return bytes;
  }

  private static long attributes(List<Path> names) throws IOException {
    long bytes = 0;
    for (Path name : names) {
      bytes += Files.readAttributes(name, BasicFileAttributes.class).size();
    }
    return bytes;
  }

  /// @param way of finding the number of entries of all roots
  private static Exercise counting(Pass way) {
    return task -> Exercise.Session.answering(task, rootDirectories(), way);
  }

  private static long listRoots() {
    long entries = 0;
    for (File root : File.listRoots()) {
      String[] names = root.list();
      entries += names == null ? 0 : names.length;
    }
    return entries;
  }

  private static long rootDirectories() throws IOException {
    long entries = 0;
    for (Path root : FileSystems.getDefault().getRootDirectories()) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(root)) {
        for (Path _ : names) {
          entries++;
        }
      }
    }
    return entries;
  }

  private static long ls() throws Exception {
    return Commands.output(List.of("ls", "-A", "/")).lines().count();
  }

  private static long walkRoots() throws IOException {
    long entries = 0;
    for (Path root : FileSystems.getDefault().getRootDirectories()) {
      entries += TreeWalk.of(root).withDepth(1).forEach(_ -> {}).entries() - 1;
    }
    return entries;
  }
}
