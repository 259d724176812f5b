package io.penstock.evaluate.files;

import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import java.util.ArrayList;
import java.util.List;

/// The ratios that copies and walks are to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {
  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    ratio(targets, 1, CopyExperiments.LARGE, CopyWays.PENSTOCK, CopyWays.CP);
    ratio(targets, 1.3, CopyExperiments.TREE, TreeCopies.PENSTOCK_COMMAND, TreeCopies.CP);
    ratio(targets, 1.2, WalkExperiments.NAMES, WalkWays.PENSTOCK, WalkWays.FIND);
    ratio(targets, 1.2, WalkExperiments.SIZES, WalkWays.PENSTOCK, WalkWays.DU);
    return targets;
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
