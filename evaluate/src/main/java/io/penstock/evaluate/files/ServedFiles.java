package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Drill.DrillTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The files of a server in one folder, the same for all contestants of an evaluation: the first
/// one makes it.
///
/// @param root of the files
/// @param files how many
/// @param most bytes of a file; the least has a sixteenth
record ServedFiles(Path root, int files, int most) {
  /// The options that tell a task about them.
  static final String FILES = "files";

  static final String MOST = "most";

  private static final int SPREAD = 16;
  private static final int STRIDE = 7919;

  /// Makes them, or takes those that are there.
  static ServedFiles of(DrillTask task) throws IOException {
    int files = Integer.parseInt(task.option(FILES));
    int most = Integer.parseInt(task.option(MOST));
    Path root = task.meeting().resolveSibling("pages-" + files + "-" + most);
    ServedFiles served = new ServedFiles(root, files, most);
    if (!Files.exists(root)) {
      served.make(task.meeting().resolveSibling("pages-new-" + task.meeting().getFileName()));
    }
    return served;
  }

  private void make(Path draft) throws IOException {
    byte[] bytes = new byte[most];
    new SplittableRandom(files).nextBytes(bytes);
    Files.createDirectory(draft);
    for (int n = 0; n < files; n++) {
      Files.write(draft.resolve(name(n)), Arrays.copyOf(bytes, size(n)));
    }
    SampleTree.publish(draft, root);
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
    return IntStream.range(0, files).mapToLong(this::size).sum();
  }
}
