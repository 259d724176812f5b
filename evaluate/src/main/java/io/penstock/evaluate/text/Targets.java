package io.penstock.evaluate.text;

import io.penstock.evaluate.Target;
import java.util.ArrayList;
import java.util.List;

/// The ratios that text is to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    lines(targets);
    rows(targets);
    return targets;
  }

  private void lines(List<Target> targets) {
    String lines = LineExperiments.LINES;
    ratio(targets, 2.5, lines, LinePasses.PENSTOCK, LinePasses.BUFFERED_READER);
    ratio(targets, 1, lines, LinePasses.PENSTOCK, LineExperiments.GETLINE);
    ratio(targets, 4, LineExperiments.NUMBERS, NumberPasses.PENSTOCK, NumberPasses.SPLIT);
  }

  private void rows(List<Target> targets) {
    ratio(targets, 1 / 1.4, RowExperiments.ID, RowPasses.PARALLEL, RowPasses.MAPPED);
    ratio(targets, 7, RowExperiments.ID, RowPasses.PARALLEL, RowPasses.STREAM);
  }

  private void ratio(
      List<Target> targets, double wanted, String experiment, String one, String other) {
    targets.add(
        new Target(
            experiment + ": " + one + " / " + other,
            wanted,
            findings.ratio(experiment, one, other)));
  }
}
