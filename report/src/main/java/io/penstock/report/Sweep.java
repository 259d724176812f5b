package io.penstock.report;

import io.penstock.report.Ranking.Labels;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/// An experiment that varies something: one series for each approach, fastest first.
///
/// @param axis what varies
/// @param places the values on the axis, ascending
/// @param series by the best median of each
record Sweep(Axis axis, List<Long> places, List<Series> series) {

  /// One approach over the axis.
  ///
  /// @param rank of this series in its family, by speed, from 0
  record Series(String label, By by, int rank, NavigableMap<Long, Outcome> outcomes) {
    /// The figures where it was measured, in the order of the axis.
    NavigableMap<Long, Figures> figures() {
      NavigableMap<Long, Figures> figures = new TreeMap<>();
      outcomes.forEach(
          (place, outcome) -> {
            if (outcome instanceof Outcome.Measured(Figures measured, _)) {
              figures.put(place, measured);
            }
          });
      return figures;
    }

    Optional<Figures> at(long place) {
      return outcomes.get(place) instanceof Outcome.Measured(Figures figures, _)
          ? Optional.of(figures)
          : Optional.empty();
    }
  }

  static Sweep of(ExperimentOutcome experiment) {
    Labels labels = Labels.of(experiment);
    Map<String, Series> series = new LinkedHashMap<>();
    for (Result result : experiment.results()) {
      OptionalLong place = experiment.axis().position(result);
      if (place.isPresent() && !(result.outcome() instanceof Outcome.Absent)) {
        String label = labels.of(result);
        series
            .computeIfAbsent(label, _ -> new Series(label, result.by(), 0, new TreeMap<>()))
            .outcomes()
            .putIfAbsent(place.getAsLong(), result.outcome());
      }
    }
    List<Series> sorted = new ArrayList<>(series.values());
    sorted.sort(Ranking.fastestFirst(experiment.better(), one -> best(experiment, one)));
    return new Sweep(experiment.axis(), places(sorted), ranked(sorted));
  }

  private static double best(ExperimentOutcome experiment, Series series) {
    return series.figures().values().stream()
        .map(Figures::median)
        .min(Ranking.fastestFirst(experiment.better(), Double::doubleValue))
        .orElse(
            switch (experiment.better()) {
              case HIGHER -> 0.0;
              case LOWER -> Double.POSITIVE_INFINITY;
            });
  }

  private static List<Long> places(List<Series> series) {
    TreeSet<Long> places = new TreeSet<>();
    series.forEach(one -> places.addAll(one.outcomes().keySet()));
    return List.copyOf(places);
  }

  private static List<Series> ranked(List<Series> sorted) {
    Map<By, Integer> counts = new EnumMap<>(By.class);
    return sorted.stream()
        .map(
            one -> {
              int rank = counts.merge(one.by(), 1, Integer::sum) - 1;
              return new Series(one.label(), one.by(), rank, one.outcomes());
            })
        .toList();
  }

  List<Figures> allFigures() {
    return series.stream().flatMap(one -> one.figures().values().stream()).toList();
  }

  /// The heading of the axis: `threads`.
  String heading() {
    return switch (axis) {
      case NONE -> "";
      case THREADS -> "threads";
      case PROCESSES -> "processes";
      case REQUEST_BYTES -> "request size";
      case BYTES -> "size";
    };
  }

  /// A place as a tick or a column's heading shows it.
  String name(long place) {
    return isSize() ? Numbers.bytes(place) : Long.toString(place);
  }

  private boolean isSize() {
    return axis == Axis.REQUEST_BYTES || axis == Axis.BYTES;
  }

  String shortName(long place) {
    return isSize() ? Numbers.shortBytes(place) : Long.toString(place);
  }
}
