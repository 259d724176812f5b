package io.penstock.evaluate.files;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.tree.TreeWalk;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The cost of getting information about files: by walks through a tree, of which the entries are
/// counted or the bytes of all files summed up, and by questions for the lengths of files and for
/// what the roots hold.
final class FileInformation implements Question {
  private static final String SOURCE = "Tuning Java I/O Performance, Getting File Information";

  private static final String QUERIES =
      "Tuning Java I/O Performance, Obtaining Information About Files";
  private static final int QUERIED = 1000;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    int files =
        switch (setting.effort()) {
          case QUICK -> 2000;
          case NORMAL, FULL -> 198_000;
        };
    Executable c = setting.tools().drills();
    return Stream.of(names(files, c), sizes(files, c), lengths(), roots());
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Walk through trees by TreeWalk: %.1f times as fast as Files.walk, %.1f times where sizes"
            + " are asked for.",
        findings.ratio("files.walk.names", "penstock", "files-walk"),
        findings.ratio("files.walk.sizes", "penstock", "files-walk"));
  }

  private static Experiment names(int files, Executable c) {
    return Experiment.drill(
            "files.walk.names",
            String.format(Locale.ROOT, "Counting the entries of a tree of %,d files", files),
            SOURCE,
            Measure.MILLISECONDS)
        .on(drill("files-names", files))
        .exercise(
            "list-files", CLASSIC, task -> counting(root -> 1 + entriesBelow(root.toFile()), task))
        .exercise("files-walk", JDK, task -> counting(FileInformation::entriesOfStream, task))
        .exercise("walk-file-tree", JDK, task -> counting(root -> visited(root)[0], task))
        .command("find", task -> counting(command(text -> text.lines().count(), "find"), task))
        .command(
            "fd",
            task -> counting(command(text -> 1 + text.lines().count(), fd(), "-u", "."), task))
        .exercise(
            "penstock",
            PENSTOCK,
            task -> counting(root -> TreeWalk.of(root).forEach(_ -> {}).entries(), task))
        .exercise(
            "penstock-parallel",
            PENSTOCK,
            task -> counting(root -> TreeWalk.of(root).parallel().forEach(_ -> {}).entries(), task))
        .program("c-readdir", C, c)
        .goal(1.2, "penstock", "find");
  }

  private static Experiment sizes(int files, Executable c) {
    return Experiment.drill(
            "files.walk.sizes",
            String.format(Locale.ROOT, "Summing up the sizes of %,d files in a tree", files),
            SOURCE,
            Measure.MILLISECONDS)
        .on(drill("files-sizes", files))
        .exercise("list-files", CLASSIC, task -> summing(root -> bytesBelow(root.toFile()), task))
        .exercise("files-walk", JDK, task -> summing(FileInformation::bytesOfStream, task))
        .exercise("walk-file-tree", JDK, task -> summing(root -> visited(root)[1], task))
        .command("du", task -> summing(diskUsage(), task))
        .exercise(
            "penstock", PENSTOCK, task -> summing(root -> TreeWalk.of(root).total().bytes(), task))
        .exercise(
            "penstock-parallel",
            PENSTOCK,
            task -> summing(root -> TreeWalk.of(root).parallel().total().bytes(), task))
        .program("c-readdir", C, c)
        .goal(1.2, "penstock-parallel", "du");
  }

  private static Drill drill(String name, int files) {
    return Drill.of(name, files, Duration.ZERO)
        .with(SampleFiles.FILES, Integer.toString(files))
        .with(SampleFiles.MOST, "16");
  }

  private static Exercise.Session counting(CheckedFunction<Path, Long> walk, DrillTask task)
      throws IOException {
    SampleFiles tree = SampleFiles.tree(task);
    return Exercise.Session.answering(task, tree.entries(), _ -> walk.apply(tree.root()));
  }

  private static Exercise.Session summing(CheckedFunction<Path, Long> walk, DrillTask task)
      throws IOException {
    SampleFiles tree = SampleFiles.tree(task);
    return Exercise.Session.answering(task, tree.bytes(), _ -> walk.apply(tree.root()));
  }

  /// A program of the system that walks through a tree, from its start to its end.
  ///
  /// @param answer made of what it prints
  /// @throws AbsentException if it is not installed
  private static CheckedFunction<Path, Long> command(ToLongFunction<String> answer, String... words)
      throws AbsentException {
    Commands.require(words[0]);
    return root -> answer.applyAsLong(Commands.output(Commands.withFiles(List.of(words), root)));
  }

  private static String fd() {
    return Commands.named("fd", "fdfind"); // as Debian calls it
  }

  /// The entries and the bytes of all files.
  private static long[] visited(Path root) throws IOException {
    long[] found = {0, 0};
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            found[0]++;
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found[0]++;
            found[1] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
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
  ///
  /// @throws AbsentException if it is not installed
  private static CheckedFunction<Path, Long> diskUsage() throws AbsentException {
    CheckedFunction<Path, Long> du =
        command(text -> Long.parseLong(text.split("\t", 2)[0]), "du", "-sb");
    long[] ofFolders = {-1};
    return root -> {
      if (ofFolders[0] < 0) {
        ofFolders[0] = ofFolders(root);
      }
      return du.apply(root) - ofFolders[0];
    };
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

  // ---- questions -------------------------------------------------------------------------------

  private static Experiment lengths() {
    return Experiment.drill(
            "files.query.lengths",
            "The lengths of 1,000 files, all summed up",
            QUERIES,
            Measure.MICROSECONDS)
        .on(
            Drill.of("files-query", QUERIED, Duration.ofMillis(20))
                .with(SampleFiles.FILES, Integer.toString(QUERIED))
                .with(SampleFiles.MOST, "16"))
        .exercise("file-length", CLASSIC, ofLengths(name -> name.toFile().length()))
        .exercise("files-size", JDK, ofLengths(Files::size))
        .exercise("read-attributes", JDK, ofLengths(FileInformation::attributes))
        .exercise(
            "penstock", PENSTOCK, task -> summing(root -> TreeWalk.of(root).total().bytes(), task))
        .remark(
            "file-length, files-size and read-attributes are given the names; penstock walks"
                + " through the ten folders and finds both.");
  }

  private static Experiment roots() {
    return Experiment.drill(
            "files.query.roots",
            "Listing the roots of the file system and what they hold",
            QUERIES,
            Measure.MICROSECONDS)
        .on(Drill.of("files-roots", 1, Duration.ofMillis(20)))
        .exercise("list-roots", CLASSIC, counting(_ -> listRoots()))
        .exercise("root-directories", JDK, counting(_ -> rootDirectories()))
        .command("ls", counting(_ -> ls()))
        .exercise("penstock", PENSTOCK, counting(_ -> walkRoots()));
  }

  /// @param way of asking for the length of a file
  private static Exercise ofLengths(CheckedFunction<Path, Long> way) {
    return task -> {
      SampleFiles tree = SampleFiles.tree(task);
      try (Stream<Path> all = Files.walk(tree.root())) {
        List<Path> names = all.filter(Files::isRegularFile).toList();
        return Exercise.Session.answering(task, tree.bytes(), _ -> sum(names, way));
      }
    };
  }

  private static long sum(List<Path> names, CheckedFunction<Path, Long> length) throws Exception {
    long bytes = 0;
    for (Path name : names) {
      bytes += length.apply(name);
    }
    return bytes;
  }

  private static long attributes(Path name) throws IOException {
    return Files.readAttributes(name, BasicFileAttributes.class).size();
  }

  /// @param way of finding the number of entries of all roots
  private static Exercise counting(CheckedFunction<DrillTask, Long> way) {
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
