package io.penstock.evaluate.objects;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A long stream of the book's objects, analysed beside being read.
///
/// @param setting how long it is
record AnalysisExperiments(Setting setting) {
  static final String ID = "objects.analysis";

  /// About 100 MB.
  private static final int FULL = 145_000;

  private static final int QUICK = 500;

  /// What was read takes as much, and a quarter of it is enough for the analysis.
  private static final long HEAP = 1L << 30;

  List<Experiment> experiments() {
    int number = setting.effort() == Effort.QUICK ? QUICK : FULL;
    Drill drill =
        Drill.of(Analysing.DRILL, number, Duration.ZERO)
            .with(Analysing.NUMBER, Integer.toString(number));
    return List.of(
        Experiment.drill(
                ID,
                String.format(Locale.ROOT, "What a stream of %,d objects consists of", number),
                Sources.SERIALIZATION,
                Measure.MILLISECONDS)
            .add(entry(ObjectWays.JDK, By.CLASSIC, drill))
            .add(entry(ObjectWays.PENSTOCK, By.PENSTOCK, drill)));
  }

  private static Entry entry(String name, By by, Drill drill) {
    return Contestants.java(name, by, Analysing.class, List.of(), drill.with(Analysing.WAY, name))
        .scratch(HEAP);
  }
}
