package io.penstock.evaluate.files;

import io.penstock.evaluate.By;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What it costs to copy a file, small or large, and ten thousand of them.
///
/// @param who takes part
/// @param setting of the evaluation
record CopyExperiments(Contestants who, Setting setting) {
  static final String PHOTOGRAPH = "files.copy.photograph";
  static final String LARGE = "files.copy.large";
  static final String TREE = "files.copy.tree";
  static final String READ_WRITE = "c-read-write";
  static final String RANGE = "c-copy-file-range";

  private static final String DRILL = "files-copy";
  private static final String MILLISECONDS = "ms";
  private static final int PHOTOGRAPH_BYTES = 370 << 10;
  private static final int MOST_OF_A_SMALL_FILE = 8 << 10;

  List<Experiment> experiments() {
    return List.of(photograph(), large(), tree());
  }

  private Experiment photograph() {
    TextWork work = work(PHOTOGRAPH_BYTES, Duration.ofMillis(20));
    return Experiment.of(
            PHOTOGRAPH, "Copying an image of 370 KiB", Sources.COPIES, FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .add(who.file(CopyWays.RAW, By.CLASSIC, Copies.class, work))
        .add(who.file(CopyWays.BUFFERED, By.CLASSIC, Copies.class, work))
        .add(who.file(CopyWays.CUSTOM, By.CLASSIC, Copies.class, work))
        .add(who.file(CopyWays.CUSTOM_2, By.CLASSIC, Copies.class, work))
        .add(who.file(CopyWays.JDK, By.JDK, Copies.class, work))
        .add(who.file(CopyWays.TRANSFER, By.JDK, Copies.class, work))
        .add(who.file(CopyWays.CP, By.PEER, Copies.class, work).note(PROCESS))
        .add(who.file(CopyWays.PENSTOCK, By.PENSTOCK, Copies.class, work))
        .add(who.file(READ_WRITE, work))
        .add(who.file(RANGE, work))
        .history(new Yardstick("raw file streams", 10_800, MILLISECONDS))
        .history(new Yardstick("buffered streams", 130, MILLISECONDS))
        .history(new Yardstick("custom buffer", 33, MILLISECONDS))
        .history(new Yardstick("custom buffer 2", 22, MILLISECONDS));
  }

  private static final String PROCESS = "a whole process, with its start";

  private Experiment large() {
    TextWork work = work(setting.bytes(), Duration.ZERO);
    return Experiment.of(LARGE, "Copying a large file", Sources.COPIES, FileState.CACHED)
        .add(who.file(CopyWays.CUSTOM_2, By.CLASSIC, Copies.class, work))
        .add(who.file(CopyWays.JDK, By.JDK, Copies.class, work))
        .add(who.file(CopyWays.TRANSFER, By.JDK, Copies.class, work))
        .add(who.file(CopyWays.CP, By.PEER, Copies.class, work).note(PROCESS))
        .add(who.file(CopyWays.PENSTOCK, By.PENSTOCK, Copies.class, work))
        .add(who.file(READ_WRITE, work))
        .add(who.file(RANGE, work));
  }

  private Experiment tree() {
    int files = setting.effort() == Effort.QUICK ? 500 : 10_000;
    Drill drill =
        Drill.of("files-copy-tree", (long) files * MOST_OF_A_SMALL_FILE / 2, Duration.ZERO)
            .with(SampleTree.FILES, Integer.toString(files))
            .with(SampleTree.MOST, Integer.toString(MOST_OF_A_SMALL_FILE));
    return Experiment.drill(
            TREE,
            String.format(Locale.ROOT, "Copying %,d files of up to 8 KiB", files),
            Sources.COPIES,
            Measure.MILLISECONDS)
        .add(who.tree(TreeCopies.WALK, By.JDK, TreeCopies.class, drill))
        .add(who.tree(TreeCopies.PENSTOCK, By.PENSTOCK, TreeCopies.class, drill))
        .add(who.tree(TreeCopies.PENSTOCK_PARALLEL, By.PENSTOCK, TreeCopies.class, drill))
        .add(who.command(TreeCopies.PENSTOCK_COMMAND, TreeCopies.class, drill).note(PROCESS))
        .add(who.tree(TreeCopies.CP, By.PEER, TreeCopies.class, drill).note(PROCESS));
  }

  private static TextWork work(long bytes, Duration batch) {
    return TextWork.of(Drill.of(DRILL, bytes, batch), new Photograph(bytes), Photograph.BYTES);
  }
}
