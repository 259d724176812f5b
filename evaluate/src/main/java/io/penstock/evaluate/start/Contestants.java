package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.Tools;
import io.penstock.file.ArrayFile;
import io.penstock.report.By;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The entries of this chapter's experiments, each with a program that every run starts anew.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  /// What the name of an approach ends in whose JVM has an ahead-of-time cache.
  static final String CACHED = "-aot";

  static final String C = "c";
  static final String ONE_LINE = "java-one-line";

  /// A Java program.
  ///
  /// @param words of its main class and its arguments
  /// @param library classes whose jars it needs
  Entry java(String name, By by, List<String> words, List<String> library, List<TextWork> works) {
    return entry(name, by, FreshProcess.Jvm.class, words, told(words, library, works));
  }

  /// The same with an ahead-of-time cache.
  Entry cached(String name, By by, List<String> words, List<String> library, List<TextWork> works) {
    return entry(
        name + CACHED, by, FreshProcess.CachedJvm.class, words, told(words, library, works));
  }

  private static List<TextWork> told(
      List<String> words, List<String> library, List<TextWork> works) {
    List<String> classes = new ArrayList<>(List.of(words.getFirst()));
    classes.addAll(library);
    return works.stream()
        .map(work -> work.with(FreshProcess.CLASSES, String.join("\n", classes)))
        .toList();
  }

  /// The library's own jar.
  static List<String> penstock() {
    return List.of(ArrayFile.class.getName());
  }

  /// The C program: `what` and the array's bytes are its arguments besides the files.
  Entry c(String what, List<TextWork> works) {
    return installed(
        C,
        By.C,
        tools.drills(),
        FreshProcess.Program.class,
        List.of("start", what, FreshProcess.FROM, FreshProcess.TO, FreshProcess.BYTES),
        works);
  }

  /// NumPy, timed by itself or from outside.
  Entry numpy(String name, Class<? extends Exercise> exercise, List<TextWork> works) {
    return installed(
        name,
        By.PEER,
        tools.python("numpy_start.py"),
        exercise,
        List.of(FreshProcess.FROM, FreshProcess.TO),
        works);
  }

  private static Entry installed(
      String name,
      By by,
      Program program,
      Class<? extends Exercise> exercise,
      List<String> arguments,
      List<TextWork> works) {
    return switch (program) {
      case Program.Native(List<String> command) ->
          entry(
              name,
              by,
              exercise,
              Stream.concat(command.stream(), arguments.stream()).toList(),
              works);
      case Program missing -> Entry.of(name, by, missing, works);
    };
  }

  /// A command of the system.
  Entry command(String name, By by, TextWork work, String... words) {
    return entry(name, by, FreshProcess.Command.class, List.of(words), List.of(work));
  }

  /// The command, where it was started by its launcher.
  Entry penstock(String name, TextWork work, String... words) {
    Optional<String> home = Optional.ofNullable(System.getProperty("penstock.home"));
    Program program =
        home.map(folder -> Path.of(folder, "penstock").toAbsolutePath().toString())
            .<Program>map(launcher -> new Program.Native(List.of(launcher)))
            .orElseGet(() -> new Program.Missing("no launcher: this is not run by ./penstock"));
    return installed(
        name, By.PENSTOCK, program, FreshProcess.Command.class, List.of(words), List.of(work));
  }

  private static Entry entry(
      String name,
      By by,
      Class<? extends Exercise> exercise,
      List<String> words,
      List<TextWork> works) {
    return Entry.of(
        name,
        by,
        new Program.Drilled(exercise, List.of(), List.of()),
        works.stream()
            .map(work -> work.with(FreshProcess.WORDS, String.join("\n", words)))
            .toList());
  }
}
