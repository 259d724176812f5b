package io.penstock.report;

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
import java.util.function.Function;

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
    Function<Result, String> labels = experiment.labels();
    Map<String, Series> series = new LinkedHashMap<>();
    for (Result result : experiment.results()) {
      OptionalLong place = experiment.axis().position(result);
      if (place.isPresent() && !(result.outcome() instanceof Outcome.Absent)) {
        String label = labels.apply(result);
        series
            .computeIfAbsent(label, _ -> new Series(label, result.by(), 0, new TreeMap<>()))
            .outcomes()
            .putIfAbsent(place.getAsLong(), result.outcome());
      }
    }
    List<Series> sorted = new ArrayList<>(series.values());
    sorted.sort(experiment.better().fastestFirst(one -> best(experiment, one)));
    return new Sweep(experiment.axis(), places(sorted), ranked(sorted));
  }

  private static double best(ExperimentOutcome experiment, Series series) {
    return series.figures().values().stream()
        .map(Figures::median)
        .min(experiment.better().fastestFirst(Double::doubleValue))
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

  /// A place as a tick or a column's heading shows it.
  String name(long place) {
    return axis.isSize() ? Numbers.bytes(place) : Long.toString(place);
  }

  String shortName(long place) {
    return axis.isSize() ? Numbers.shortBytes(place) : Long.toString(place);
  }
}
