package io.penstock.evaluate.arrays;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.Result;
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

  static Predicate<Result> threads(int number) {
    return result -> result.threads() == number;
  }

  static Predicate<Result> request(long bytes) {
    return result -> result.requestBytes().orElse(0) == bytes;
  }

  /// Whether an experiment took part.
  boolean has(String experiment) {
    return experiments.stream().anyMatch(outcome -> outcome.id().equals(experiment));
  }

  /// What was measured of an approach in an experiment.
  Stream<Result> results(String experiment, String approach) {
    return results(experiment).filter(result -> result.approach().equals(approach));
  }

  private Stream<Result> results(String experiment) {
    return experiments.stream()
        .filter(outcome -> outcome.id().equals(experiment))
        .flatMap(outcome -> outcome.results().stream())
        .filter(result -> result.measured().isPresent());
  }

  /// The first figure of an approach at a place of an experiment.
  OptionalDouble median(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach).filter(place).mapToDouble(Findings::median).findFirst();
  }

  /// The speed of one approach over that of another at the same place.
  OptionalDouble ratio(String experiment, String one, String other, Predicate<Result> place) {
    OptionalDouble above = median(experiment, one, place);
    OptionalDouble below = median(experiment, other, place);
    return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
        ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
        : OptionalDouble.empty();
  }

  /// The speed relative to C, as each round measured it.
  OptionalDouble toC(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach)
        .filter(place)
        .map(result -> result.measured().map(Outcome.Measured::ratioToC))
        .flatMap(Optional::stream)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .findFirst();
  }

  /// The speed relative to C of the approaches whose names begin so: the geometric mean over all
  /// that each was given to do, for the one for which it is least.
  OptionalDouble leastToC(String experiment, String approaches) {
    return results(experiment)
        .map(Result::approach)
        .filter(approach -> approach.startsWith(approaches))
        .distinct()
        .flatMapToDouble(approach -> meanToC(experiment, approach).stream())
        .min();
  }

  private OptionalDouble meanToC(String experiment, String approach) {
    OptionalDouble mean =
        results(experiment, approach)
            .map(result -> result.measured().orElseThrow().ratioToC())
            .flatMapToDouble(OptionalDouble::stream)
            .map(Math::log)
            .average();
    return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
  }

  /// The experiments in which Penstock's own choice stands beside its engines.
  List<String> withAuto() {
    return experiments.stream()
        .map(ExperimentOutcome::id)
        .filter(id -> results(id, "penstock-" + Engines.AUTO).findAny().isPresent())
        .filter(id -> results(id, "penstock-" + Engines.POSIX).findAny().isPresent())
        .toList();
  }

  /// The speed of Penstock's own choice over that of the engine that is best in an experiment: the
  /// geometric mean over all that both were given to do, for the engine with which it is least.
  OptionalDouble autoToBest(String experiment) {
    List<Result> auto = results(experiment, "penstock-" + Engines.AUTO).toList();
    return results(experiment)
        .map(Result::approach)
        .filter(Engines::isOne)
        .distinct()
        .map(engine -> results(experiment, engine).toList())
        .flatMapToDouble(engine -> ratio(auto, engine).stream())
        .min();
  }

  private static OptionalDouble ratio(List<Result> ones, List<Result> others) {
    OptionalDouble mean =
        ones.stream()
            .flatMap(
                one ->
                    others.stream()
                        .filter(other -> sameWork(one, other))
                        .map(other -> median(one) / median(other)))
            .mapToDouble(Math::log)
            .average();
    return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
  }

  private static boolean sameWork(Result a, Result b) {
    return a.threads() == b.threads()
        && a.processes() == b.processes()
        && a.requestBytes().equals(b.requestBytes());
  }

  static double median(Result result) {
    return result.measured().orElseThrow().figures().median();
  }
}
