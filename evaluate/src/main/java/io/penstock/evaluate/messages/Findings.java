package io.penstock.evaluate.messages;

import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The figures of the chapter, asked for by experiment and approach.
///
/// @param experiments that were run
record Findings(List<ExperimentOutcome> experiments) {
  static final Predicate<Result> ANY = _ -> true;

  static Predicate<Result> bytes(long number) {
    return result -> result.bytes() == number;
  }

  static Predicate<Result> bytes(long from, long to) {
    return result -> from <= result.bytes() && result.bytes() <= to;
  }

  static Predicate<Result> threads(int number) {
    return result -> result.threads() == number;
  }

  /// How the names of an experiment's approaches go on that begin like this, in the order of the
  /// report, whether they came to a figure or not.
  List<String> endings(String experiment, String beginning) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .flatMap(outcome -> outcome.results().stream())
        .map(Result::approach)
        .filter(approach -> approach.startsWith(beginning))
        .map(approach -> approach.substring(beginning.length()))
        .distinct()
        .toList();
  }

  /// The first figure of an approach at a place of an experiment.
  OptionalDouble median(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach).filter(place).mapToDouble(Findings::median).findFirst();
  }

  /// How many times better one approach is than another, where that is least.
  OptionalDouble leastRatio(String experiment, String one, String other, Predicate<Result> place) {
    return results(experiment, one)
        .filter(place)
        .flatMap(
            result ->
                results(experiment, other)
                    .filter(beside -> beside.bytes() == result.bytes())
                    .filter(beside -> beside.threads() == result.threads())
                    .map(beside -> ratio(experiment, result, beside)))
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite)
        .min();
  }

  /// How many times better than C an approach is as each round measured it, where that is least.
  OptionalDouble leastToC(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach)
        .filter(place)
        .map(result -> result.measured().map(Outcome.Measured::ratioToC))
        .flatMap(Optional::stream)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .min();
  }

  /// How many times better an approach is at one place than at another.
  OptionalDouble gain(
      String experiment, String approach, Predicate<Result> one, Predicate<Result> other) {
    return results(experiment, approach)
        .filter(one)
        .flatMap(
            result ->
                results(experiment, approach)
                    .filter(other)
                    .map(beside -> ratio(experiment, result, beside)))
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite)
        .findFirst();
  }

  private double ratio(String experiment, Result one, Result other) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .mapToDouble(outcome -> outcome.better().ratio(median(one), median(other)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private Stream<Result> results(String experiment, String approach) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .flatMap(outcome -> outcome.results().stream())
        .filter(result -> result.approach().equals(approach))
        .filter(result -> result.measured().isPresent());
  }

  private static double median(Result result) {
    return result.measured().orElseThrow().figures().median();
  }
}
