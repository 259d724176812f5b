package io.penstock.evaluate.objects;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import java.util.List;
import java.util.stream.Stream;

/// The ratios that objects are to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {
  List<Target> all() {
    return Stream.concat(
            findings.experiments().stream()
                .map(ExperimentOutcome::id)
                .filter(ArrayExperiments::has)
                .map(id -> ratio(3, id)),
            Stream.of(ratio(0.5, AnalysisExperiments.ID)))
        .toList();
  }

  private Target ratio(double wanted, String experiment) {
    return findings.target(wanted, experiment, ObjectWays.PENSTOCK, ObjectWays.JDK);
  }
}
