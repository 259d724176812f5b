package io.penstock.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;

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
      OptionalLong requestBytes) {
    /// Its experiment, its approach and its settings, in one line.
    String name() {
      return subject() + settings();
    }

    String subject() {
      return experiment + " " + approach;
    }

    /// ` 2t 4p 64K of 512M`: threads, processes and sizes; without requests ` 2t 4p 512M`. An
    /// experiment may have the same approach with many sizes.
    String settings() {
      StringBuilder settings = new StringBuilder(" " + threads + "t " + processes + "p ");
      requestBytes.ifPresent(size -> settings.append(Numbers.shortBytes(size)).append(" of "));
      return settings.append(Numbers.shortBytes(bytes)).toString();
    }
  }

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
    Map<Measurement, Figures> old = figures(before);
    Map<Measurement, Figures> current = figures(now);
    Map<String, Better> better =
        now.experiments()
            .collect(
                Collectors.toMap(
                    ExperimentOutcome::id, ExperimentOutcome::better, (first, _) -> first));
    List<Pair> pairs = new ArrayList<>();
    current.forEach(
        (measurement, figures) -> {
          Figures earlier = old.get(measurement);
          if (earlier != null) {
            double ratio =
                Objects.requireNonNull(better.get(measurement.experiment()))
                    .comparison(figures.median(), earlier.median());
            pairs.add(new Pair(measurement, earlier, figures, ratio));
          }
        });
    return new Baseline(pairs, only(old, current), only(current, old));
  }

  /// The pairs that changed, the worst first.
  List<Pair> changed() {
    return pairs.stream()
        .filter(Pair::changed)
        .sorted(Comparator.comparingDouble(Pair::speedRatio))
        .toList();
  }

  /// How many of them changed, in one line.
  String summary() {
    long slower = pairs.stream().filter(Pair::slower).count();
    long faster = pairs.stream().filter(Pair::faster).count();
    return String.format(
        Locale.ROOT,
        "%d compared: %d slower, %d faster, the others unchanged (within the noise of their runs);"
            + " %d missing, %d new",
        pairs.size(),
        slower,
        faster,
        missing.size(),
        added.size());
  }

  private static List<Measurement> only(
      Map<Measurement, Figures> these, Map<Measurement, Figures> notThose) {
    return these.keySet().stream().filter(key -> !notThose.containsKey(key)).toList();
  }

  private static Map<Measurement, Figures> figures(EvaluationOutcome outcome) {
    Map<Measurement, Figures> all = new LinkedHashMap<>();
    outcome
        .experiments()
        .forEach(
            experiment -> {
              for (Result result : experiment.results()) {
                if (result.outcome() instanceof Outcome.Measured(Figures figures, _)) {
                  all.putIfAbsent(measurement(experiment, result), figures);
                }
              }
            });
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
