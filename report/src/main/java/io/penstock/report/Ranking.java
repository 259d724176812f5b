package io.penstock.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

  /// The best figure of an approach, whatever it was set to.
  static Optional<Measured> best(ExperimentOutcome experiment, String approach) {
    return fastestFirst(experiment).stream()
        .filter(one -> one.result().approach().equals(approach))
        .findFirst();
  }

  /// The best figure of a family.
  static Optional<Measured> best(ExperimentOutcome experiment, By by) {
    return fastestFirst(experiment).stream().filter(one -> one.result().by() == by).findFirst();
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

  /// Names for an experiment's results: the approach, and of its settings those that tell its
  /// results apart and that the chart's axis does not show.
  static final class Labels {
    private record Setting(Axis axis, Function<Result, String> words) {}

    private static final List<Setting> SETTINGS =
        List.of(
            new Setting(
                Axis.PROCESSES, result -> count(result.processes(), "process", "processes")),
            new Setting(Axis.THREADS, result -> count(result.threads(), "thread", "threads")),
            new Setting(Axis.REQUEST_BYTES, Labels::request),
            new Setting(Axis.BYTES, result -> Numbers.bytes(result.bytes()) + " in all"));

    private final Map<String, Set<Setting>> telling = new HashMap<>();

    private Labels() {}

    static Labels of(ExperimentOutcome experiment) {
      Labels labels = new Labels();
      for (Setting setting : SETTINGS) {
        if (setting.axis() != experiment.axis()) {
          labels.tell(setting, experiment.results());
        }
      }
      return labels;
    }

    private void tell(Setting setting, List<Result> results) {
      Map<String, String> first = new HashMap<>();
      for (Result result : results) {
        String words = setting.words().apply(result);
        String before = first.putIfAbsent(result.approach(), words);
        if (before != null && !before.equals(words)) {
          telling.computeIfAbsent(result.approach(), _ -> new HashSet<>()).add(setting);
        }
      }
    }

    String of(Result result) {
      StringBuilder label = new StringBuilder(name(result));
      Set<Setting> settings = telling.getOrDefault(result.approach(), Set.of());
      for (Setting setting : SETTINGS) {
        if (settings.contains(setting) && !setting.words().apply(result).isEmpty()) {
          label.append(", ").append(setting.words().apply(result));
        }
      }
      return label.toString();
    }

    /// The approach, with the name that the publication gives it.
    static String name(Result result) {
      return result.approach() + result.alias().map(other -> " (" + other + ")").orElse("");
    }

    /// The label and the result's place on the experiment's axis.
    static String withPlace(ExperimentOutcome experiment, Result result) {
      String label = of(experiment).of(result);
      return switch (experiment.axis()) {
        case NONE -> label;
        case THREADS -> label + ", " + count(result.threads(), "thread", "threads");
        case PROCESSES -> label + ", " + count(result.processes(), "process", "processes");
        case BYTES -> label + ", " + Numbers.bytes(result.bytes());
        case REQUEST_BYTES -> request(result).isEmpty() ? label : label + ", " + request(result);
      };
    }

    private static String request(Result result) {
      return result.requestBytes().isPresent()
          ? Numbers.bytes(result.requestBytes().getAsLong())
          : "";
    }

    private static String count(int count, String one, String many) {
      return count + " " + (count == 1 ? one : many);
    }
  }
}
