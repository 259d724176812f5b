package io.penstock.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The results of an experiment by what came of them.
final class Ranking {

  /// A result that was measured.
  record Measured(Result result, Figures figures) {}

  private Ranking() {}

  /// The measured results, the fastest first; equals keep their order.
  static List<Measured> fastestFirst(ExperimentOutcome experiment) {
    return experiment.results().stream()
        .flatMap(
            result ->
                result.measured().map(outcome -> new Measured(result, outcome.figures())).stream())
        .sorted(fastestFirst(experiment.better(), m -> m.figures().median()))
        .toList();
  }

  static <T> Comparator<T> fastestFirst(Better better, ToDoubleFunction<T> median) {
    Comparator<T> ascending = Comparator.comparingDouble(median);
    return switch (better) {
      case HIGHER -> ascending.reversed();
      case LOWER -> ascending;
    };
  }

  static List<Result> faulty(ExperimentOutcome experiment) {
    return experiment.results().stream()
        .filter(result -> result.outcome() instanceof Outcome.Fault)
        .toList();
  }

  static List<Result> absent(ExperimentOutcome experiment) {
    return experiment.results().stream()
        .filter(result -> result.outcome() instanceof Outcome.Absent)
        .toList();
  }

  /// `5 runs`, or `3 to 5 runs` where approaches differ; empty if nothing was measured.
  static String runs(Collection<Measured> measured) {
    int least = measured.stream().mapToInt(m -> m.figures().runs()).min().orElse(0);
    int most = measured.stream().mapToInt(m -> m.figures().runs()).max().orElse(0);
    if (most == 0) {
      return "";
    }
    String count = least == most ? "" + most : least + " to " + most;
    return most == 1 ? "one run" : count + " runs";
  }
}
