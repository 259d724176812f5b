package io.penstock.evaluate.objects;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Objects as bytes: what it costs to save and load them here.
public final class ObjectsChapter implements Chapter {
  /// Memory for the objects and what the garbage collector has to find room for.
  private static final long HEAP = 512L << 20;

  private static final Duration BATCH = Duration.ofMillis(20);
  private static final int LIST = 50;

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public String title() {
    return "Objects saved and loaded";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    boolean quick = setting.effort() == Effort.QUICK;
    List<Experiment> all = new ArrayList<>();
    all.addAll(
        list(
            Objects.ALL,
            List.of(
                new Yardstick("save", 990, "ms"),
                new Yardstick("load", 3680, "ms"),
                new Yardstick("size", 91.7, "KB"))));
    all.addAll(
        list(
            Objects.TRANSIENT,
            List.of(
                new Yardstick("save", 110, "ms"),
                new Yardstick("load", 1040, "ms"),
                new Yardstick("size", 1.6, "KB"))));
    all.addAll(
        of(
            Objects.INTS,
            quick ? 10_000 : 1_000_000,
            "an array of random integers",
            Sources.TUNING));
    all.addAll(
        of(
            Objects.GRAPH,
            quick ? 1000 : 100_000,
            "a tree whose nodes know their parents",
            Sources.SERIALIZATION));
    return all;
  }

  private static List<Experiment> list(Objects objects, List<Yardstick> history) {
    String what =
        LIST
            + " objects of which "
            + (objects == Objects.ALL ? "all is kept" : "two of four fields are transient");
    List<Experiment> three = of(objects, LIST, what, Sources.SERIALIZATION);
    List<Experiment> told = new ArrayList<>();
    for (int i = 0; i < three.size(); i++) {
      told.add(three.get(i).history(history.get(i)));
    }
    return told;
  }

  private static List<Experiment> of(Objects objects, int number, String what, String source) {
    return List.of(
        experiment(Storing.SAVE, "Saving ", Measure.MICROSECONDS, objects, number, what, source),
        experiment(Storing.LOAD, "Loading ", Measure.MICROSECONDS, objects, number, what, source),
        experiment(Storing.SIZE, "The size of ", Measure.BYTES, objects, number, what, source));
  }

  private static Experiment experiment(
      String drill,
      String title,
      Measure measure,
      Objects objects,
      int number,
      String what,
      String source) {
    String kind = objects.name().toLowerCase(Locale.ROOT);
    String id = "objects." + kind + drill.substring("objects".length()).replace('-', '.');
    Drill told =
        Drill.of(drill, number, drill.equals(Storing.SIZE) ? Duration.ZERO : BATCH)
            .with(Storing.OBJECTS, kind)
            .with(Storing.NUMBER, Integer.toString(number));
    return Experiment.drill(id, title + what, source, measure)
        .add(entry(ObjectWays.JDK, By.CLASSIC, told))
        .add(entry(ObjectWays.FILTERED, By.JDK, told))
        .add(entry(ObjectWays.PENSTOCK, By.PENSTOCK, told));
  }

  private static Entry entry(String name, By by, Drill drill) {
    Program program = new Program.Drilled(Storing.class, List.of(), List.of());
    return Entry.of(name, by, program, List.of(drill.with(Storing.WAY, name))).scratch(HEAP);
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return List.of();
  }
}
