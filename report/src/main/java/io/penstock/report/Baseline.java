package io.penstock.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// An evaluation compared with an earlier one, measurement by measurement.
///
/// @param pairs what both measured, in the new evaluation's order
/// @param missing what only the earlier one measured, in its order
/// @param added what only the new one measured, in its order
public record Baseline(List<Pair> pairs, List<Measurement> missing, List<Measurement> added) {

  /// What identifies a measurement in two evaluations. The unit belongs to it: figures in different
  /// units are not compared.
  public record Measurement(
      String experiment,
      String unit,
      String approach,
      int threads,
      int processes,
      long bytes,
      OptionalLong requestBytes) {}

  /// The same measurement in both evaluations.
  ///
  /// @param speedRatio the new speed over the earlier one, of the medians: above 1 is faster now,
  ///   whatever the unit
  public record Pair(Measurement measurement, Figures before, Figures now, double speedRatio) {

    /// Whether the two differ by more than chance explains, as [Figures#differs] has it.
    public boolean changed() {
      return before.differs(now);
    }

    /// Whether it [#changed] for the better.
    public boolean faster() {
      return changed() && speedRatio > 1;
    }

    /// Whether it [#changed] for the worse.
    public boolean slower() {
      return changed() && speedRatio < 1;
    }
  }

  /// Copies the lists.
  public Baseline {
    pairs = List.copyOf(pairs);
    missing = List.copyOf(missing);
    added = List.copyOf(added);
  }

  /// Compares `now` with `before`. Only what was measured counts: an approach that was absent or
  /// wrong has no speed to compare. Where one evaluation holds a measurement twice, the first
  /// counts.
  public static Baseline compare(EvaluationOutcome before, EvaluationOutcome now) {
    Map<Measurement, Measured> old = measurements(before);
    Map<Measurement, Measured> current = measurements(now);
    List<Pair> pairs = new ArrayList<>();
    current.forEach(
        (measurement, measured) -> {
          Measured earlier = old.get(measurement);
          if (earlier != null) {
            pairs.add(measured.against(earlier, measurement));
          }
        });
    return new Baseline(pairs, only(old, current), only(current, old));
  }

  private record Measured(ExperimentOutcome experiment, Figures figures) {
    Pair against(Measured earlier, Measurement measurement) {
      double ratio = experiment.better().comparison(figures.median(), earlier.figures.median());
      return new Pair(measurement, earlier.figures, figures, ratio);
    }
  }

  private static List<Measurement> only(
      Map<Measurement, Measured> these, Map<Measurement, Measured> notThose) {
    return these.keySet().stream().filter(key -> !notThose.containsKey(key)).toList();
  }

  private static Map<Measurement, Measured> measurements(EvaluationOutcome outcome) {
    Map<Measurement, Measured> all = new LinkedHashMap<>();
    for (ChapterOutcome chapter : outcome.chapters()) {
      for (ExperimentOutcome experiment : chapter.experiments()) {
        for (Result result : experiment.results()) {
          if (result.outcome() instanceof Outcome.Measured(Figures figures, _)) {
            all.putIfAbsent(measurement(experiment, result), new Measured(experiment, figures));
          }
        }
      }
    }
    return all;
  }

  private static Measurement measurement(ExperimentOutcome experiment, Result result) {
    return new Measurement(
        experiment.id(),
        experiment.unit(),
        result.approach(),
        result.threads(),
        result.processes(),
        result.bytes(),
        result.requestBytes());
  }
}
