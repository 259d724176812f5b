package io.penstock.evaluate.text;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.Result;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The figures of the chapter, asked for by experiment and approach.
///
/// @param experiments that were run
record Findings(List<ExperimentOutcome> experiments) {

  /// How many times better one approach is than another.
  OptionalDouble ratio(String experiment, String one, String other) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .mapToDouble(
            outcome -> outcome.better().ratio(median(outcome, one), median(outcome, other)))
        .filter(Double::isFinite)
        .findFirst();
  }

  /// How many times better than C an approach is, as each round measured it.
  OptionalDouble toC(String experiment, String approach) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .flatMap(outcome -> measured(outcome, approach))
        .map(Outcome.Measured::ratioToC)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .findFirst();
  }

  /// How many times what was allowed contains what was needed.
  OptionalDouble within(double allowed, String experiment, String approach) {
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
