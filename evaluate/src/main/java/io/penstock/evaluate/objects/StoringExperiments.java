package io.penstock.evaluate.objects;

import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Objects saved, loaded, and their size: the book's list with and without its transient fields, a
/// graph, and the article's ten integers.
///
/// @param setting how large they are
record StoringExperiments(Setting setting) {
  private static final Duration BATCH = Duration.ofMillis(20);
  private static final int LIST = 50;
  private static final List<String> ALL_WAYS =
      List.of(
          ObjectWays.JDK,
          ObjectWays.FILTERED,
          ObjectWays.PENSTOCK,
          ObjectWays.PENSTOCK_FORY,
          ObjectWays.FORY,
          ObjectWays.KRYO,
          ObjectWays.PROTOBUF);

  /// Kryo does not call `readObject`: what is transient would come back empty.
  private static final List<String> RESTORING_WAYS =
      ALL_WAYS.stream().filter(way -> !way.equals(ObjectWays.KRYO)).toList();

  List<Experiment> experiments() {
    boolean quick = setting.effort() == Effort.QUICK;
    List<Experiment> all = new ArrayList<>();
    all.addAll(
        list(
            Objects.ALL,
            " objects of which all is kept",
            List.of(
                new Yardstick("save", 990, "ms"),
                new Yardstick("load", 3680, "ms"),
                new Yardstick("size", 91.7, "KB"))));
    all.addAll(
        list(
            Objects.TRANSIENT,
            " objects of which two of four fields are transient",
            List.of(
                new Yardstick("save", 110, "ms"),
                new Yardstick("load", 1040, "ms"),
                new Yardstick("size", 1.6, "KB"))));
    all.addAll(
        three(
            "objects.graph",
            drill(Objects.GRAPH, quick ? 1000 : 100_000, Media.FILE),
            "a tree whose nodes know their parents",
            Sources.SERIALIZATION,
            ALL_WAYS));
    all.addAll(
        three(
            "objects.ints",
            drill(Objects.INTS, quick ? 10_000 : 1_000_000, Media.FILE),
            "an array of random integers in a file",
            Sources.TUNING,
            ALL_WAYS));
    all.addAll(ten());
    return all;
  }

  private static List<Experiment> ten() {
    List<String> ways = new ArrayList<>(ALL_WAYS);
    ways.addFirst(ObjectWays.BY_HAND);
    return three(
        "objects.ten",
        drill(Objects.INTS, 10, Media.MEMORY),
        "10 integers in memory",
        Sources.TUNING,
        ways);
  }

  private static List<Experiment> list(Objects objects, String what, List<Yardstick> history) {
    List<Experiment> three =
        three(
            "objects." + objects.name().toLowerCase(Locale.ROOT),
            drill(objects, LIST, Media.FILE),
            LIST + what,
            Sources.SERIALIZATION,
            objects == Objects.TRANSIENT ? RESTORING_WAYS : ALL_WAYS);
    List<Experiment> told = new ArrayList<>();
    for (int i = 0; i < three.size(); i++) {
      told.add(three.get(i).history(history.get(i)));
    }
    return told;
  }

  /// What is stored, for the three drills.
  static Drill drill(Objects objects, int number, Media medium) {
    return Drill.of(Storing.SAVE, number, BATCH)
        .with(Storing.OBJECTS, objects.name().toLowerCase(Locale.ROOT))
        .with(Storing.NUMBER, Integer.toString(number))
        .with(Storing.MEDIUM, medium.word());
  }

  private static List<Experiment> three(
      String id, Drill drill, String what, String source, List<String> ways) {
    return List.of(
        saving(id, drill, what, source, ways),
        loading(id, drill, what, source, ways),
        experiment(
            Experiment.drill(id + ".size", "The size of " + what, source, Measure.BYTES),
            new Drill(Storing.SIZE, drill.bytes(), 1, 1, Duration.ZERO, drill.options()),
            ways));
  }

  static Experiment saving(String id, Drill drill, String what, String source, List<String> ways) {
    return experiment(
        Experiment.drill(id + ".save", "Saving " + what, source, Measure.MICROSECONDS),
        drill,
        ways);
  }

  static Experiment loading(String id, Drill drill, String what, String source, List<String> ways) {
    return experiment(
        Experiment.drill(id + ".load", "Loading " + what, source, Measure.MICROSECONDS),
        new Drill(Storing.LOAD, drill.bytes(), 1, 1, BATCH, drill.options()),
        ways);
  }

  private static Experiment experiment(Experiment bare, Drill drill, List<String> ways) {
    Experiment experiment = bare;
    for (String way : ways) {
      experiment = experiment.add(Contestants.way(way, drill));
    }
    return experiment;
  }
}
