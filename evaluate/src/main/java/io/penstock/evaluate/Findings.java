package io.penstock.evaluate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The figures of a chapter whose experiments vary nothing, asked for by experiment and approach.
///
/// @param experiments that were run
public record Findings(List<ExperimentOutcome> experiments) {
  /// Copies the list.
  public Findings {
    experiments = List.copyOf(experiments);
  }

  /// How many times better one approach is than another.
  public OptionalDouble ratio(String experiment, String one, String other) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .mapToDouble(
            outcome -> outcome.better().ratio(median(outcome, one), median(outcome, other)))
        .filter(Double::isFinite)
        .findFirst();
  }

  /// That one approach is to be so many times better than another.
  public Target target(double wanted, String experiment, String one, String other) {
    return new Target(
        experiment + ": " + one + " / " + other, wanted, ratio(experiment, one, other));
  }

  /// How many times better than C an approach is, as each round measured it.
  public OptionalDouble toC(String experiment, String approach) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .flatMap(outcome -> measured(outcome, approach))
        .map(Outcome.Measured::ratioToC)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .findFirst();
  }

  /// How many times what was allowed contains what was needed.
  public OptionalDouble within(double allowed, String experiment, String approach) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .mapToDouble(outcome -> allowed / median(outcome, approach))
        .filter(Double::isFinite)
        .findFirst();
  }

  private static double median(ExperimentOutcome outcome, String approach) {
    return measured(outcome, approach)
        .mapToDouble(measured -> measured.figures().median())
        .findFirst()
        .orElse(Double.NaN);
  }

  private static Stream<Outcome.Measured> measured(ExperimentOutcome outcome, String approach) {
    return outcome.results().stream()
        .filter(result -> result.approach().equals(approach))
        .map(Result::measured)
        .flatMap(Optional::stream);
  }
}
