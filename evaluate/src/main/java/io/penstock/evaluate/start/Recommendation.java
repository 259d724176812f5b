package io.penstock.evaluate.start;

import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Result;
import io.penstock.report.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The size from which on the library is faster than the JDK in a fresh JVM, and what else the
/// figures of this chapter say.
///
/// @param experiments that were run
record Recommendation(List<ExperimentOutcome> experiments) {
  private static final List<String> JDK = List.of(OnePass.CHANNEL, OnePass.MAPPED, OnePass.WHOLE);
  private static final String CACHED_JDK = OnePass.CHANNEL + Contestants.CACHED;
  private static final String CACHED_AUTO = OnePass.AUTO + Contestants.CACHED;
  private static final long TARGET_BYTES = 256L << 20;

  List<String> advice() {
    NavigableMap<Long, Double> ratios = ratios(JDK, OnePass.AUTO);
    if (ratios.isEmpty()) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    sentences.add("In a fresh JVM " + sentence(ratios, "the best of the JDK's ways"));
    NavigableMap<Long, Double> cached = ratios(List.of(CACHED_JDK), CACHED_AUTO);
    if (!cached.isEmpty()) {
      sentences.add(
          "Where both have an ahead-of-time cache (-XX:AOTCache) "
              + sentence(cached, "FileChannel"));
    }
    return sentences;
  }

  private static String sentence(NavigableMap<Long, Double> ratios, String other) {
    OptionalLong from = breakEven(ratios);
    double last = ratios.lastEntry().getValue();
    String largest = size(ratios.lastKey());
    return from.isPresent()
        ? String.format(
            Locale.ROOT,
            "auto reads a cached file faster than %s from %s on: %.2f times as fast at %s.",
            other,
            size(from.getAsLong()),
            last,
            largest)
        : String.format(
            Locale.ROOT,
            "auto reads no cached file of up to %s faster than %s: %.2f times as fast at that size.",
            largest,
            other,
            last);
  }

  /// The smallest size at which, and at all larger ones, the ratio is above 1.
  static OptionalLong breakEven(NavigableMap<Long, Double> ratios) {
    OptionalLong from = OptionalLong.empty();
    for (var point : ratios.descendingMap().entrySet()) {
      if (point.getValue() <= 1) {
        return from;
      }
      from = OptionalLong.of(point.getKey());
    }
    return from;
  }

  List<Target> targets() {
    return List.of(
        target("auto / the JDK's best", ratios(JDK, OnePass.AUTO)),
        target(
            "auto / " + OnePass.CHANNEL + ", both with an ahead-of-time cache",
            ratios(List.of(CACHED_JDK), CACHED_AUTO)));
  }

  private static Target target(String name, NavigableMap<Long, Double> ratios) {
    return new Target(
        BreakEven.ID + " at " + size(TARGET_BYTES) + ": " + name,
        1,
        Optional.ofNullable(ratios.get(TARGET_BYTES))
            .map(OptionalDouble::of)
            .orElseGet(OptionalDouble::empty));
  }

  /// How many times faster than the fastest of others an approach is, by size.
  private NavigableMap<Long, Double> ratios(List<String> others, String one) {
    NavigableMap<Long, Double> ratios = new TreeMap<>();
    experiments.stream()
        .filter(experiment -> experiment.id().equals(BreakEven.ID))
        .flatMap(experiment -> experiment.results().stream())
        .filter(result -> result.measured().isPresent())
        .collect(Collectors.groupingBy(Result::bytes))
        .forEach(
            (bytes, results) -> {
              OptionalDouble ours = least(results, List.of(one));
              OptionalDouble theirs = least(results, others);
              if (ours.isPresent() && theirs.isPresent()) {
                ratios.put(bytes, theirs.getAsDouble() / ours.getAsDouble());
              }
            });
    return ratios;
  }

  private static OptionalDouble least(List<Result> results, List<String> approaches) {
    return results.stream()
        .filter(result -> approaches.contains(result.approach()))
        .mapToDouble(result -> result.measured().orElseThrow().figures().median())
        .min();
  }

  private static String size(long bytes) {
    return bytes < 1 << 20
        ? (bytes >> 10) + " KiB"
        : bytes < 1 << 30 ? (bytes >> 20) + " MiB" : (bytes >> 30) + " GiB";
  }
}
