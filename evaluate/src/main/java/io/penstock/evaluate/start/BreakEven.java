package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.start.FreshProcess.Jvm;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// One pass over a cached file by a fresh JVM, by the size of the file: the size from which on the
/// library is worth its start.
final class BreakEven implements Question {
  private static final String ID = StartChapter.PREFIX + "break-even";

  private static final long SMALLEST = 4 << 10;
  private static final long FACTOR = 4;
  private static final String NOT_CONVERTED = "it leaves bytes, the others an array of longs";

  /// An array of bytes holds no more.
  private static final long LARGEST_BYTE_ARRAY = 1L << 30;

  private static final List<String> JDK = List.of(OnePass.CHANNEL, OnePass.MAPPED, OnePass.WHOLE);
  private static final String CACHED_JDK = OnePass.CHANNEL + StartChapter.CACHED;
  private static final String CACHED_AUTO = OnePass.AUTO + StartChapter.CACHED;
  private static final long GOAL_BYTES = 256L << 20;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    List<TextWork> works = sizes(setting).mapToObj(BreakEven::work).toList();
    List<TextWork> small =
        works.stream().filter(work -> work.bytes() <= LARGEST_BYTE_ARRAY).toList();
    return Stream.of(
        FreshExperiment.of(
                ID,
                "Opening a cached file and reading all of it once, by a fresh process",
                works,
                FreshProcess::comingToAnswer)
            .add(OnePass.CHANNEL, By.JDK, jvm(OnePass.CHANNEL, List.of()))
            .add(OnePass.MAPPED, By.JDK, jvm(OnePass.MAPPED, List.of())::bare)
            .with(experiment -> experiment.on(small))
            .add(OnePass.WHOLE, By.JDK, jvm(OnePass.WHOLE, List.of())::bare)
            .note(NOT_CONVERTED)
            .with(experiment -> experiment.on(works))
            .add(OnePass.AUTO, By.PENSTOCK, jvm(OnePass.AUTO, StartChapter.LIBRARY))
            .add(StartChapter.C, By.C, setting.tools().drills(), StartChapter.cArguments("pass"))
            .experiment()
            .along(Axis.BYTES)
            .remark(
                "Each run is the first pass of a process of its own, timed by that process from"
                    + " just before the first call to the last byte; its start and its array are"
                    + " not timed. Names that end in -aot have an ahead-of-time cache.")
            .goal(
                goalName("auto / the JDK's best"), 1, findings -> goal(findings, JDK, OnePass.AUTO))
            .goal(
                goalName("auto / " + OnePass.CHANNEL + ", both with an ahead-of-time cache"),
                1,
                findings -> goal(findings, List.of(CACHED_JDK), CACHED_AUTO)));
  }

  private static Jvm jvm(String way, List<String> library) {
    return new Jvm(
        OnePass.class,
        library,
        site -> List.of(way, site.from().toString(), Long.toString(site.bytes())));
  }

  private static TextWork work(long bytes) {
    return FreshExperiment.work(ID, new RawLongs(bytes), RawLongs.SUM);
  }

  /// A size of the array files that the user names makes these files smaller or larger, too.
  private static LongStream sizes(Setting setting) {
    long most =
        switch (setting.effort()) {
          case QUICK, FULL -> 4 * setting.bytes();
          case NORMAL -> 2 * setting.bytes();
        };
    return LongStream.iterate(
        SMALLEST, size -> size == SMALLEST || size <= most, size -> size * FACTOR);
  }

  // ---- what the figures say --------------------------------------------------------------------

  private static String goalName(String what) {
    return ID + " at " + size(GOAL_BYTES) + ": " + what;
  }

  private static OptionalDouble goal(Findings findings, List<String> others, String one) {
    Double ratio = ratios(findings, others, one).get(GOAL_BYTES);
    return ratio == null ? OptionalDouble.empty() : OptionalDouble.of(ratio);
  }

  @Override
  public List<String> advice(Findings findings) {
    NavigableMap<Long, Double> ratios = ratios(findings, JDK, OnePass.AUTO);
    if (ratios.isEmpty()) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    sentences.add("In a fresh JVM " + sentence(ratios, "the best of the JDK's ways"));
    NavigableMap<Long, Double> cached = ratios(findings, List.of(CACHED_JDK), CACHED_AUTO);
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

  /// How many times faster than the fastest of others an approach is, by size.
  private static NavigableMap<Long, Double> ratios(
      Findings findings, List<String> others, String one) {
    NavigableMap<Long, Double> ratios = new TreeMap<>();
    findings
        .results(ID)
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
        .mapToDouble(Findings::median)
        .min();
  }

  private static String size(long bytes) {
    return bytes < 1 << 20
        ? (bytes >> 10) + " KiB"
        : bytes < 1 << 30 ? (bytes >> 20) + " MiB" : (bytes >> 30) + " GiB";
  }
}
