package io.penstock.evaluate.files;

import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.files.packing.PackingExperiments;
import io.penstock.evaluate.files.serving.ServingExperiments;
import java.util.ArrayList;
import java.util.List;

/// The ratios that copies, walks and compression are to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {
  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    targets.add(findings.target(1, CopyExperiments.LARGE, CopyWays.PENSTOCK, CopyWays.CP));
    targets.add(
        findings.target(1.3, CopyExperiments.TREE, TreeCopies.PENSTOCK_COMMAND, TreeCopies.CP));
    targets.add(findings.target(1.2, WalkExperiments.NAMES, WalkWays.PENSTOCK, WalkWays.FIND));
    targets.add(
        findings.target(1.2, WalkExperiments.SIZES, WalkWays.PENSTOCK_PARALLEL, WalkWays.DU));
    packing(targets);
    serving(targets);
    return targets;
  }

  private void serving(List<Target> targets) {
    targets.add(
        findings.target(
            0.9, ServingExperiments.SMALL, ServingExperiments.PENSTOCK, ServingExperiments.NGINX));
    targets.add(
        findings.target(
            0.95, ServingExperiments.LARGE, ServingExperiments.PENSTOCK, ServingExperiments.NGINX));
  }

  private void packing(List<Target> targets) {
    targets.add(
        findings.target(
            1, PackingExperiments.GZIP, PackingExperiments.PENSTOCK_2, PackingExperiments.PIGZ));
    zstd(targets, PackingExperiments.ZSTD, PackingExperiments.PENSTOCK, PackingExperiments.ZSTD_1);
    zstd(
        targets, PackingExperiments.ZSTD, PackingExperiments.PENSTOCK_2, PackingExperiments.ZSTD_2);
    zstd(
        targets,
        PackingExperiments.UNPACK_ZSTD,
        PackingExperiments.PENSTOCK,
        PackingExperiments.UNZSTD);
  }

  private void zstd(List<Target> targets, String experiment, String one, String other) {
    targets.add(findings.target(0.95, experiment, one, other));
  }
}
