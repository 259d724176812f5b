package io.penstock.evaluate.text;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.Tools;
import java.util.List;

/// Who takes part in the experiments of this chapter. The name of an approach in Java is also that
/// of the way in which it is done.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 256L << 20;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  Entry classic(String name, Class<? extends Exercise> exercise, TextWork work) {
    return java(name, By.CLASSIC, exercise, List.of(work));
  }

  Entry jdk(String name, Class<? extends Exercise> exercise, TextWork work) {
    return java(name, By.JDK, exercise, List.of(work));
  }

  Entry penstock(String name, Class<? extends Exercise> exercise, TextWork work) {
    return java(name, By.PENSTOCK, exercise, List.of(work));
  }

  Entry peer(String name, Class<? extends Exercise> exercise, TextWork work) {
    return java(name, By.PEER, exercise, List.of(work));
  }

  /// An approach in Java.
  Entry java(String name, By by, Class<? extends Exercise> exercise, List<TextWork> works) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(name, by, program, works.stream().map(work -> named(work, name)).toList())
        .scratch(HEAP);
  }

  /// The C program.
  Entry c(String name, TextWork work) {
    return c(name, List.of(work));
  }

  /// The C program.
  Entry c(String name, List<TextWork> works) {
    return Entry.of(
        name, By.C, tools.drills(), works.stream().map(work -> named(work, name)).toList());
  }

  /// What is done without a text, in Java.
  Entry drill(String name, By by, Class<? extends Exercise> exercise, Drill drill) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(name, by, program, List.of(drill.with(Subject.WAY, name))).scratch(HEAP);
  }

  /// What is done without a text, in C.
  Entry drillOfC(String name, Drill drill) {
    return Entry.of(name, By.C, tools.drills(), List.of(drill.with(Subject.WAY, name)));
  }

  /// A command of the system; the file follows its words.
  Entry command(String name, TextWork work, String... words) {
    return command(name, By.PEER, work, List.of(words));
  }

  /// A whole program; the file follows its words.
  Entry command(String name, By by, TextWork work, List<String> words) {
    Program program = new Program.Drilled(CommandPasses.class, List.of(), List.of());
    TextWork told = work.with(CommandPasses.WORDS, String.join("\n", words));
    return Entry.of(name, by, program, List.of(told)).note("a whole process, with its start");
  }

  private static TextWork named(TextWork work, String way) {
    return work.with(Subject.WAY, way);
  }
}
