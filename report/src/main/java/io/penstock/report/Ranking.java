package io.penstock.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/// The results of an experiment by what came of them.
final class Ranking {

  private Ranking() {}

  /// The measured results, the fastest first; equals keep their order.
  static List<Result> fastestFirst(ExperimentOutcome experiment) {
    return experiment.results().stream()
        .filter(result -> result.measured().isPresent())
        .sorted(fastestFirst(experiment.better(), result -> result.figures().median()))
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
  static Optional<Result> best(ExperimentOutcome experiment, String approach) {
    return fastestFirst(experiment).stream()
        .filter(one -> one.approach().equals(approach))
        .findFirst();
  }

  /// The best figure of a family.
  static Optional<Result> best(ExperimentOutcome experiment, By by) {
    return fastestFirst(experiment).stream().filter(one -> one.by() == by).findFirst();
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

  /// What is missing, and the names of those that miss it.
  static Map<String, String> absences(ExperimentOutcome experiment) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Result result : experiment.results()) {
      if (result.outcome() instanceof Outcome.Absent(String reason)
          && seen.add(reason + "\n" + result.approach())) {
        names.merge(reason, result.approach(), (some, more) -> some + ", " + more);
      }
    }
    return names;
  }

  /// What a reader must know of approaches, a line each.
  static List<String> notes(ExperimentOutcome experiment) {
    return experiment.results().stream()
        .flatMap(result -> result.note().map(note -> result.approach() + ": " + note).stream())
        .distinct()
        .toList();
  }

  /// The median of a measured result, with its unit.
  static String median(ExperimentOutcome experiment, Result measured) {
    return Numbers.figure(measured.figures().median()) + " " + experiment.unit();
  }

  /// `5 runs`, or `3 to 5 runs` where approaches differ; empty if nothing was measured.
  static String runs(Collection<Result> measured) {
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
    private static final List<Axis> SETTINGS =
        List.of(Axis.PROCESSES, Axis.THREADS, Axis.REQUEST_BYTES, Axis.BYTES);
    private final Map<String, Set<Axis>> telling = new HashMap<>();

    private Labels() {}

    static Labels of(ExperimentOutcome experiment) {
      Labels labels = new Labels();
      for (Axis setting : SETTINGS) {
        if (setting != experiment.axis()) {
          labels.tell(setting, experiment.results());
        }
      }
      return labels;
    }

    private void tell(Axis setting, List<Result> results) {
      Map<String, String> first = new HashMap<>();
      for (Result result : results) {
        String words = words(setting, result);
        String before = first.putIfAbsent(result.approach(), words);
        if (before != null && !before.equals(words)) {
          telling.computeIfAbsent(result.approach(), _ -> new HashSet<>()).add(setting);
        }
      }
    }

    String of(Result result) {
      StringBuilder label = new StringBuilder(name(result));
      Set<Axis> settings = telling.getOrDefault(result.approach(), Set.of());
      for (Axis setting : SETTINGS) {
        if (settings.contains(setting) && !words(setting, result).isEmpty()) {
          label.append(", ").append(words(setting, result));
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
      String place =
          experiment.axis() == Axis.BYTES
              ? Numbers.bytes(result.bytes())
              : words(experiment.axis(), result);
      return place.isEmpty() ? label : label + ", " + place;
    }

    private static String words(Axis setting, Result result) {
      return switch (setting) {
        case NONE -> "";
        case THREADS -> count(result.threads(), "thread", "threads");
        case PROCESSES -> count(result.processes(), "process", "processes");
        case REQUEST_BYTES -> request(result);
        case BYTES -> Numbers.bytes(result.bytes()) + " in all";
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
