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
import java.util.stream.IntStream;

/// A tree of many small files, a hundred a folder and a hundred folders a folder; the same for all
/// contestants of an evaluation: the first one makes it.
///
/// @param root of the tree
/// @param files how many
/// @param most bytes of a file; from 0 on
record SampleTree(Path root, int files, int most) {
  /// The options that tell a task about the tree.
  static final String FILES = "files";

  static final String MOST = "most";

  private static final int A_FOLDER = 100;

  /// Makes it, or takes the one that is there.
  ///
  /// @throws IOException if it cannot be made
  static SampleTree of(DrillTask task) throws IOException {
    int files = Integer.parseInt(task.option(FILES));
    int most = Integer.parseInt(task.option(MOST));
    Path root = task.meeting().resolveSibling("tree-" + files + "-" + most);
    SampleTree tree = new SampleTree(root, files, most);
    if (!Files.exists(root)) {
      tree.make(task.meeting().resolveSibling("tree-new-" + task.meeting().getFileName()));
    }
    return tree;
  }

  private void make(Path draft) throws IOException {
    SplittableRandom random = new SplittableRandom(files);
    byte[] bytes = new byte[most];
    random.nextBytes(bytes);
    for (int n = 0; n < files; n++) {
      Path folder = draft.resolve(folder(n));
      if (n % A_FOLDER == 0) {
        Files.createDirectories(folder);
      }
      Files.write(folder.resolve("file-" + n + ".dat"), Arrays.copyOf(bytes, size(n)));
    }
    publish(draft, root);
  }

  /// Nobody sees half of what others may make too.
  static void publish(Path draft, Path root) throws IOException {
    try {
      Files.move(draft, root, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      ScratchFolder.delete(draft);
    }
  }

  private static Path folder(int n) {
    int folder = n / A_FOLDER;
    return Path.of("part-" + folder / A_FOLDER, "folder-" + folder);
  }

  private int size(int n) {
    return most == 0 ? 0 : n * 7919 % (most + 1);
  }

  /// Files and folders, the root too.
  long entries() {
    int folders = (files + A_FOLDER - 1) / A_FOLDER;
    int parts = (folders + A_FOLDER - 1) / A_FOLDER;
    return 1L + files + folders + parts;
  }

  /// Of all files.
  long bytes() {
    return IntStream.range(0, files).mapToLong(this::size).sum();
  }
}
