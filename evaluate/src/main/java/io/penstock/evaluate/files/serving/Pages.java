package io.penstock.evaluate.files.serving;

import io.penstock.evaluate.run.DrillTask;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/// The files of a server in one folder, the same for all contestants of an evaluation: the first
/// one makes it.
///
/// @param root of the files
/// @param files how many
/// @param most bytes of a file; the least has a sixteenth
record Pages(Path root, int files, int most) {
  /// The options that tell a task about them.
  static final String FILES = "files";

  static final String MOST = "most";

  private static final int SPREAD = 16;
  private static final int STRIDE = 7919;

  /// Makes them, or takes those that are there.
  static Pages of(DrillTask task) throws IOException {
    int files = Integer.parseInt(task.drill().option(FILES));
    int most = Integer.parseInt(task.drill().option(MOST));
    Path root = task.meeting().resolveSibling("pages-" + files + "-" + most);
    Pages pages = new Pages(root, files, most);
    if (!Files.exists(root)) {
      pages.make(task.meeting().resolveSibling("pages-new-" + task.meeting().getFileName()));
    }
    return pages;
  }

  /// Nobody sees half of them.
  private void make(Path draft) throws IOException {
    byte[] bytes = new byte[most];
    new SplittableRandom(files).nextBytes(bytes);
    Files.createDirectory(draft);
    for (int n = 0; n < files; n++) {
      Files.write(draft.resolve(name(n)), Arrays.copyOf(bytes, size(n)));
    }
    try {
      Files.move(draft, root, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      for (int n = 0; n < files; n++) {
        Files.delete(draft.resolve(name(n)));
      }
      Files.delete(draft);
    }
  }

  private static String name(int n) {
    return "page-" + n + ".html";
  }

  Path file(int n) {
    return root.resolve(name(n));
  }

  /// Of a file, whose number says nothing about it.
  int size(int n) {
    int least = most / SPREAD;
    return files == 1 ? most : least + (int) ((long) n * STRIDE % (most - least + 1));
  }

  /// Of all of them.
  long bytes() {
    long bytes = 0;
    for (int n = 0; n < files; n++) {
      bytes += size(n);
    }
    return bytes;
  }
}
