package io.penstock.evaluate.files;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.Tools;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Who takes part in the experiments of this chapter. The name of an approach is also that of the
/// way in which it is done.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 256L << 20;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  /// What is done with a file, in Java.
  Entry file(String name, By by, Class<? extends Exercise> exercise, TextWork work) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(name, by, program, List.of(work.with(Copies.WAY, name))).scratch(HEAP);
  }

  /// What is done with a file, in C.
  Entry file(String name, TextWork work) {
    return Entry.of(name, By.C, tools.drills(), List.of(work.with(Copies.WAY, name)));
  }

  /// What is done with a tree, in Java.
  Entry tree(String name, By by, Class<? extends Exercise> exercise, Drill drill) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(name, by, program, List.of(drill.with(Copies.WAY, name))).scratch(HEAP);
  }

  /// What the command does with a tree, where it was started by its launcher.
  Entry command(String name, Class<? extends Exercise> exercise, Drill drill) {
    return Optional.ofNullable(System.getProperty("penstock.home"))
        .map(home -> Path.of(home, "penstock").toAbsolutePath().toString())
        .map(
            launcher ->
                tree(name, By.PENSTOCK, exercise, drill.with(TreeCopies.LAUNCHER, launcher)))
        .orElseGet(
            () ->
                Entry.of(
                    name,
                    By.PENSTOCK,
                    new Program.Missing("no launcher: this is not run by ./penstock"),
                    List.of(drill)));
  }

  /// What is done with a tree, in C.
  Entry tree(String name, Drill drill) {
    return Entry.of(name, By.C, tools.drills(), List.of(drill.with(Copies.WAY, name)));
  }
}
