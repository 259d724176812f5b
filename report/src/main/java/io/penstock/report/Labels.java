package io.penstock.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Names for an experiment's results: the approach, and of its settings those that tell its results
/// apart and that the chart's axis does not show.
final class Labels {
  private record Setting(Axis axis, Function<Result, String> words) {}

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting(Axis.PROCESSES, result -> count(result.processes(), "process", "processes")),
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
    StringBuilder label = new StringBuilder(result.approach());
    Set<Setting> settings = telling.getOrDefault(result.approach(), Set.of());
    for (Setting setting : SETTINGS) {
      if (settings.contains(setting) && !setting.words().apply(result).isEmpty()) {
        label.append(", ").append(setting.words().apply(result));
      }
    }
    return label.toString();
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
