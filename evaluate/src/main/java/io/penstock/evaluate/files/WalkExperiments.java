package io.penstock.evaluate.files;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What it costs to walk through a tree.
///
/// @param who takes part
/// @param setting of the evaluation
record WalkExperiments(Contestants who, Setting setting) {
  static final String NAMES = "files.walk.names";
  static final String SIZES = "files.walk.sizes";
  static final String C = "c-readdir";

  private static final String PROCESS = "a whole process, with its start";

  List<Experiment> experiments() {
    int files =
        switch (setting.effort()) {
          case QUICK -> 2000;
          case NORMAL, FULL -> 198_000;
        };
    return List.of(names(files), sizes(files));
  }

  private Experiment names(int files) {
    Drill drill = drill(Walks.NAMES, files);
    return Experiment.drill(
            NAMES,
            String.format(Locale.ROOT, "Counting the entries of a tree of %,d files", files),
            Sources.FILE_INFORMATION,
            Measure.MILLISECONDS)
        .add(who.tree(WalkWays.LIST_FILES, By.CLASSIC, Walks.class, drill))
        .add(who.tree(WalkWays.STREAM, By.JDK, Walks.class, drill))
        .add(who.tree(WalkWays.VISITOR, By.JDK, Walks.class, drill))
        .add(who.tree(WalkWays.FIND, By.PEER, Walks.class, drill).note(PROCESS))
        .add(who.tree(WalkWays.FD, By.PEER, Walks.class, drill).note(PROCESS))
        .add(who.tree(WalkWays.PENSTOCK, By.PENSTOCK, Walks.class, drill))
        .add(who.tree(WalkWays.PENSTOCK_PARALLEL, By.PENSTOCK, Walks.class, drill))
        .add(who.tree(C, drill));
  }

  private Experiment sizes(int files) {
    Drill drill = drill(Walks.SIZES, files);
    return Experiment.drill(
            SIZES,
            String.format(Locale.ROOT, "Summing up the sizes of %,d files in a tree", files),
            Sources.FILE_INFORMATION,
            Measure.MILLISECONDS)
        .add(who.tree(WalkWays.LIST_FILES, By.CLASSIC, Walks.class, drill))
        .add(who.tree(WalkWays.STREAM, By.JDK, Walks.class, drill))
        .add(who.tree(WalkWays.VISITOR, By.JDK, Walks.class, drill))
        .add(who.tree(WalkWays.DU, By.PEER, Walks.class, drill).note(PROCESS))
        .add(who.tree(WalkWays.PENSTOCK, By.PENSTOCK, Walks.class, drill))
        .add(who.tree(WalkWays.PENSTOCK_PARALLEL, By.PENSTOCK, Walks.class, drill))
        .add(who.tree(C, drill));
  }

  private static Drill drill(String name, int files) {
    return Drill.of(name, files, Duration.ZERO)
        .with(SampleTree.FILES, Integer.toString(files))
        .with(SampleTree.MOST, "16");
  }
}
