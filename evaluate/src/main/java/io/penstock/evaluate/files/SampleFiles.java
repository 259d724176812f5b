package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.ScratchFolder;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Many small files, the same for all contestants of an evaluation: the first one makes them.
///
/// @param root of the files
/// @param files how many
/// @param folders that they lie in, and those above up to the root
/// @param names of files below the root, by number
/// @param sizes of files in bytes, by number
record SampleFiles(
    Path root, int files, int folders, IntFunction<Path> names, IntUnaryOperator sizes) {
  /// The option that tells a task how many files there are.
  static final String FILES = "files";

  /// The option that tells it the most bytes of a file.
  static final String MOST = "most";

  private static final int A_FOLDER = 100;
  private static final int SPREAD = 16;

  /// Sizes with this stride say nothing about numbers.
  private static final int STRIDE = 7919;

  /// A tree, a hundred files a folder and a hundred folders a folder; the least file has no byte.
  /// Makes it, or takes the one that is there.
  ///
  /// @throws IOException if it cannot be made
  static SampleFiles tree(DrillTask task) throws IOException {
    int files = files(task);
    int most = most(task);
    int folders = (files + A_FOLDER - 1) / A_FOLDER;
    int parts = (folders + A_FOLDER - 1) / A_FOLDER;
    return new SampleFiles(
            root("tree-", task),
            files,
            1 + folders + parts,
            SampleFiles::inTree,
            n -> most == 0 ? 0 : n * STRIDE % (most + 1))
        .made(most, draft("tree-", task));
  }

  private static Path inTree(int n) {
    int folder = n / A_FOLDER;
    return Path.of("part-" + folder / A_FOLDER, "folder-" + folder, "file-" + n + ".dat");
  }

  /// The files of a server in one folder; the least has a sixteenth of the bytes of the most. Makes
  /// them, or takes those that are there.
  ///
  /// @throws IOException if they cannot be made
  static SampleFiles pages(DrillTask task) throws IOException {
    int files = files(task);
    int most = most(task);
    int least = most / SPREAD;
    return new SampleFiles(
            root("pages-", task),
            files,
            1,
            n -> Path.of("page-" + n + ".html"),
            n -> files == 1 ? most : least + (int) ((long) n * STRIDE % (most - least + 1)))
        .made(most, draft("pages-", task));
  }

  private static int files(DrillTask task) {
    return Integer.parseInt(task.option(FILES));
  }

  private static int most(DrillTask task) {
    return Integer.parseInt(task.option(MOST));
  }

  private static Path root(String kind, DrillTask task) {
    return task.meeting().resolveSibling(kind + files(task) + "-" + most(task));
  }

  private static Path draft(String kind, DrillTask task) {
    return task.meeting().resolveSibling(kind + "new-" + task.meeting().getFileName());
  }

  /// Nobody sees half of what others may make too.
  private SampleFiles made(int most, Path draft) throws IOException {
    if (!Files.exists(root)) {
      write(most, draft);
      try {
        Files.move(draft, root, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
        ScratchFolder.delete(draft);
      }
    }
    return this;
  }

  private void write(int most, Path draft) throws IOException {
    byte[] bytes = new byte[most];
    new SplittableRandom(files).nextBytes(bytes);
    Files.createDirectories(draft);
    for (int n = 0; n < files; n++) {
      Path file = draft.resolve(names.apply(n));
      if (folders > 1 && n % A_FOLDER == 0) {
        Files.createDirectories(file.resolveSibling(""));
      }
      Files.write(file, Arrays.copyOf(bytes, size(n)));
    }
  }

  Path file(int n) {
    return root.resolve(names.apply(n));
  }

  int size(int n) {
    return sizes.applyAsInt(n);
  }

  /// Files and folders, the root too.
  long entries() {
    return (long) files + folders;
  }

  /// Of all files.
  long bytes() {
    return IntStream.range(0, files).mapToLong(this::size).sum();
  }
}
