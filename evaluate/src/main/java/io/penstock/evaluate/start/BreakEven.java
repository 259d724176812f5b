package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/// The experiment on one pass over a cached file by a fresh JVM, by the size of the file: from
/// which one on the library is worth its start.
///
/// @param who takes part
/// @param setting of the evaluation
record BreakEven(Contestants who, Setting setting) {
  static final String ID = FirstUses.PREFIX + "break-even";

  private static final long SMALLEST = 4 << 10;
  private static final long FACTOR = 4;
  private static final String NOT_CONVERTED = "it leaves bytes, the others an array of longs";

  /// An array of bytes holds no more.
  private static final long LARGEST_BYTE_ARRAY = 1L << 30;

  List<Experiment> experiments() {
    List<TextWork> works = sizes().mapToObj(BreakEven::work).toList();
    List<TextWork> small =
        works.stream().filter(work -> work.bytes() <= LARGEST_BYTE_ARRAY).toList();
    return List.of(
        Experiment.of(
                ID,
                "Opening a cached file and reading all of it once, by a fresh process",
                FirstUses.SOURCE,
                FileState.CACHED)
            .measuring(Measure.MILLISECONDS)
            .along(Axis.BYTES)
            .add(who.java(OnePass.CHANNEL, By.JDK, words(OnePass.CHANNEL), List.of(), works))
            .add(who.cached(OnePass.CHANNEL, By.JDK, words(OnePass.CHANNEL), List.of(), works))
            .add(who.java(OnePass.MAPPED, By.JDK, words(OnePass.MAPPED), List.of(), works))
            .add(
                who.java(OnePass.WHOLE, By.JDK, words(OnePass.WHOLE), List.of(), small)
                    .note(NOT_CONVERTED))
            .add(
                who.java(
                    OnePass.AUTO, By.PENSTOCK, words(OnePass.AUTO), Contestants.penstock(), works))
            .add(
                who.cached(
                    OnePass.AUTO, By.PENSTOCK, words(OnePass.AUTO), Contestants.penstock(), works))
            .add(who.c("pass", works))
            .remark(
                "Each run is the first pass of a process of its own, timed by that process from"
                    + " just before the first call to the last byte; its start and its array are"
                    + " not timed. Names that end in -aot have an ahead-of-time cache."));
  }

  private static List<String> words(String way) {
    return List.of(OnePass.class.getName(), way, FreshProcess.FROM, FreshProcess.BYTES);
  }

  private static TextWork work(long bytes) {
    Drill drill = Drill.of(ID, bytes, Duration.ZERO);
    return TextWork.of(drill, new Numbers(bytes), Numbers.SUM);
  }

  /// A size of the array files that the user names makes these files smaller or larger, too.
  private LongStream sizes() {
    long most =
        switch (setting.effort()) {
          case QUICK, FULL -> 4 * setting.bytes();
          case NORMAL -> 2 * setting.bytes();
        };
    return LongStream.iterate(
        SMALLEST, size -> size == SMALLEST || size <= most, size -> size * FACTOR);
  }
}
