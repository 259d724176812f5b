package io.penstock.evaluate.objects;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Program;
import java.util.List;

/// Who takes part in the experiments of this chapter.
final class Contestants {
  /// Memory for the objects and what the garbage collector has to find room for.
  static final long HEAP = 512L << 20;

  /// What lets Fory write the fields of other classes.
  private static final List<String> FORY =
      List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

  /// What lets Kryo do its best on a JDK of today.
  private static final List<String> KRYO = List.of("--sun-misc-unsafe-memory-access=allow");

  private Contestants() {}

  /// A way of storing objects.
  static Entry way(String name, Drill drill) {
    Drill told = drill.with(Storing.WAY, name);
    return switch (name) {
      case ObjectWays.BY_HAND, ObjectWays.JDK -> entry(name, By.CLASSIC, List.of(), told);
      case ObjectWays.FILTERED -> entry(name, By.JDK, List.of(), told);
      case ObjectWays.PENSTOCK -> entry(name, By.PENSTOCK, List.of(), told);
      case ObjectWays.PENSTOCK_FORY -> entry(name, By.PENSTOCK, FORY, told);
      case ObjectWays.FORY -> entry(name, By.PEER, FORY, told);
      case ObjectWays.KRYO -> entry(name, By.PEER, KRYO, told);
      case ObjectWays.PROTOBUF -> entry(name, By.PEER, List.of(), told);
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  private static Entry entry(String name, By by, List<String> options, Drill drill) {
    return java(name, by, Storing.class, options, drill);
  }

  /// An exercise in Java.
  static Entry java(
      String name, By by, Class<? extends Exercise> exercise, List<String> options, Drill drill) {
    Program program = new Program.Drilled(exercise, options, List.of());
    return Entry.of(name, by, program, List.of(drill)).scratch(HEAP);
  }
}
