package io.penstock.evaluate.run;

import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Figures;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The figures of a chapter, asked for by experiment and approach, and by place where something is
/// varied.
///
/// Ratios say how many times better one figure is than another, whichever way is better. Those of
/// figures that were not measured are empty.
///
/// @param experiments that were run
public record Findings(List<ExperimentOutcome> experiments) {
  /// Runs differ by as much as this without a reason.
  private static final double BETTER = 1.05;

  /// Any place of an experiment.
  public static final Predicate<Result> ANY = _ -> true;

  /// Copies the list.
  public Findings {
    experiments = List.copyOf(experiments);
  }

  /// The places with so many threads.
  public static Predicate<Result> threads(int number) {
    return result -> result.threads() == number;
  }

  /// The places with requests of so many bytes.
  public static Predicate<Result> request(long bytes) {
    return result -> result.requestBytes().orElse(0) == bytes;
  }

  /// The places of so many bytes.
  public static Predicate<Result> bytes(long number) {
    return bytes(number, number);
  }

  /// The places of `from` to `to` bytes.
  public static Predicate<Result> bytes(long from, long to) {
    return result -> from <= result.bytes() && result.bytes() <= to;
  }

  /// The ends of the names of an experiment's approaches that begin like this, in the order of the
  /// report, whether they came to a figure or not.
  public List<String> endings(String experiment, String beginning) {
    return outcomes(experiment)
        .flatMap(outcome -> outcome.results().stream())
        .map(Result::approach)
        .filter(approach -> approach.startsWith(beginning))
        .map(approach -> approach.substring(beginning.length()))
        .distinct()
        .toList();
  }

  /// The measured results of an experiment.
  public Stream<Result> results(String experiment) {
    return outcomes(experiment)
        .flatMap(outcome -> outcome.results().stream())
        .filter(result -> result.measured().isPresent());
  }

  /// The measured results of an approach in an experiment.
  public Stream<Result> results(String experiment, String approach) {
    return results(experiment).filter(result -> result.approach().equals(approach));
  }

  /// The middle one of some values, or the mean of the two in the middle.
  ///
  /// @throws IllegalArgumentException if there is no value
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("no value was measured");
    }
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /// The figures of runs, which keep their order.
  static Figures figures(List<Double> runs) {
    return new Figures(
        median(runs), Collections.min(runs), Collections.max(runs), runs.size(), runs);
  }

  /// The median of a measured result.
  public static double median(Result result) {
    return result.measured().orElseThrow().figures().median();
  }

  /// The first figure of an approach at a place of an experiment.
  public OptionalDouble median(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach).filter(place).mapToDouble(Findings::median).findFirst();
  }

  /// The ratio of two approaches where nothing is varied.
  public OptionalDouble ratio(String experiment, String one, String other) {
    return ratio(experiment, one, other, ANY);
  }

  /// The ratio of two approaches at a place, by the first figure of each.
  public OptionalDouble ratio(
      String experiment, String one, String other, Predicate<Result> place) {
    return ratio(experiment, median(experiment, one, place), median(experiment, other, place));
  }

  /// The least ratio of two approaches over all places with the same bytes and threads.
  public OptionalDouble leastRatio(
      String experiment, String one, String other, Predicate<Result> place) {
    return results(experiment, one)
        .filter(place)
        .flatMap(
            result ->
                results(experiment, other)
                    .filter(beside -> beside.bytes() == result.bytes())
                    .filter(beside -> beside.threads() == result.threads())
                    .map(beside -> ratio(experiment, median(result), median(beside))))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }

  /// The ratio of an approach at one place to the same approach at another.
  public OptionalDouble gain(
      String experiment, String approach, Predicate<Result> one, Predicate<Result> other) {
    return ratio(
        experiment, median(experiment, approach, one), median(experiment, approach, other));
  }

  /// The ratio of an approach to C where nothing is varied, as each round measured it.
  public OptionalDouble toC(String experiment, String approach) {
    return toC(experiment, approach, ANY);
  }

  /// The ratio of an approach to C at a place, as each round measured it.
  public OptionalDouble toC(String experiment, String approach, Predicate<Result> place) {
    return ratiosToC(experiment, approach, place).mapToDouble(Double::doubleValue).findFirst();
  }

  /// The least ratio of an approach to C over places, as each round measured it.
  public OptionalDouble leastToC(String experiment, String approach, Predicate<Result> place) {
    return ratiosToC(experiment, approach, place).mapToDouble(Double::doubleValue).min();
  }

  /// The mean ratio to C, over all that each was given to do, of the approach for which it is least
  /// among those whose names begin so.
  public OptionalDouble leastMeanToC(String experiment, String approaches) {
    return results(experiment)
        .map(Result::approach)
        .filter(approach -> approach.startsWith(approaches))
        .distinct()
        .map(approach -> mean(ratiosToC(experiment, approach, ANY)))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }

  /// The geometric mean of ratios.
  public static OptionalDouble mean(Stream<Double> ratios) {
    OptionalDouble mean = ratios.mapToDouble(Math::log).average();
    return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
  }

  /// The ratio of what is allowed to what was needed.
  public OptionalDouble within(double allowed, String experiment, String approach) {
    return results(experiment, approach)
        .mapToDouble(result -> allowed / median(result))
        .filter(Double::isFinite)
        .findFirst();
  }

  /// The ratio of the median of an approach in one experiment to that in another one, where both
  /// measure the same.
  public OptionalDouble across(String approach, String one, String other) {
    return ratio(one, median(one, approach, ANY), median(other, approach, ANY));
  }

  /// One figure over another, where both were measured.
  public static OptionalDouble over(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
        : OptionalDouble.empty();
  }

  /// A sentence with figures in the places that its format has for them; none where a figure is
  /// missing.
  public static List<String> say(String sentence, OptionalDouble... figures) {
    return Stream.of(figures).allMatch(OptionalDouble::isPresent)
        ? List.of(
            String.format(
                Locale.ROOT,
                sentence,
                Stream.of(figures).map(OptionalDouble::getAsDouble).toArray()))
        : List.of();
  }

  /// A sentence that recommends a way, with the ratio that it rests on first; none where a figure
  /// is missing, or the way is not better here.
  public static List<String> recommend(
      String sentence, OptionalDouble ratio, OptionalDouble... others) {
    OptionalDouble[] all =
        Stream.concat(Stream.of(ratio), Stream.of(others)).toArray(OptionalDouble[]::new);
    return ratio.orElse(0) > BETTER ? say(sentence, all) : List.of();
  }

  private Stream<Double> ratiosToC(String experiment, String approach, Predicate<Result> place) {
    return results(experiment, approach)
        .filter(place)
        .map(result -> result.measured().map(Outcome.Measured::ratioToC))
        .flatMap(Optional::stream)
        .filter(OptionalDouble::isPresent)
        .map(OptionalDouble::getAsDouble);
  }

  private OptionalDouble ratio(String experiment, OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? ratio(experiment, one.getAsDouble(), other.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble ratio(String experiment, double one, double other) {
    return outcomes(experiment)
        .mapToDouble(outcome -> outcome.better().ratio(one, other))
        .filter(Double::isFinite)
        .findFirst();
  }

  private Stream<ExperimentOutcome> outcomes(String experiment) {
    return experiments.stream().filter(outcome -> outcome.id().equals(experiment));
  }
}
