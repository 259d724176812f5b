package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Tools;
import io.penstock.report.By;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The approaches of the experiments on the exchange of messages.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 512L << 20;

  /// Memory for what a rank needs besides its message.
  private static final long RANK = 128L << 20;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  private static final String NO_MPI =
      "MPI: none was found; run ./penstock setup mpi, or install Open MPI or MPICH";

  /// An exercise in Java.
  Entry java(
      String name,
      By by,
      Class<? extends Exercise> exercise,
      List<String> options,
      List<Drill> drills) {
    return Entry.of(name, by, new Program.Drilled(exercise, options, List.of()), drills)
        .scratch(HEAP);
  }

  /// Ranks in Java.
  Entry ranks(String name, By by, Class<? extends Exercise> exercise, List<Drill> drills) {
    return Entry.of(name, by, ranks(exercise, List.of()), drills).scratch(RANK);
  }

  /// MPJ Express, where it is installed.
  Entry mpj(String name, List<Drill> drills) {
    Program program =
        MpjHome.classPath()
            .<Program>map(jars -> ranks(PingPong.class, List.of(jars)))
            .orElse(new Program.Missing(MpjHome.MISSING));
    return Entry.of(
            name, By.PEER, program, each(drills, drill -> drill.with(Wirings.OPTION, Wirings.MPJ)))
        .scratch(RANK);
  }

  /// The MPI libraries that take part: all; one where minutes count.
  List<MpiInstallation> mpi(Extent extent) {
    return tools.mpi().stream().limit(extent.quick() ? 1 : Long.MAX_VALUE).toList();
  }

  /// What the names of contestants stand for.
  String libraries(Extent extent) {
    return mpi(extent).isEmpty()
        ? NO_MPI
        : mpi(extent).stream()
            .map(library -> library.key() + ": " + library.name())
            .collect(Collectors.joining("; ", "", "."));
  }

  /// Ranks in Java that a library's launcher starts.
  Entry ranks(
      String name,
      MpiInstallation library,
      Class<? extends Exercise> exercise,
      List<Drill> drills) {
    Program program = new Program.Launched(library, ranks(exercise, List.of()));
    List<Drill> launched = each(drills, drill -> drill.with(Job.OPTION, Job.LAUNCHED));
    return Entry.of(name, By.PENSTOCK, program, launched).scratch(RANK);
  }

  /// The C program by an MPI library.
  Entry c(String name, MpiInstallation library, List<Drill> drills) {
    return Entry.of(name, By.C, tools.drills(library), drills);
  }

  /// A job of two ranks in C.
  Entry startOfC(String name, MpiInstallation library, Drill drill) {
    try {
      String program = tools.start(library).toString();
      List<Drill> drills = List.of(drill.with(Start.PROGRAM, program));
      return java(name, By.C, Start.class, Start.options(), drills);
    } catch (IOException e) {
      return Entry.of(name, By.C, new Program.Missing("C: " + e.getMessage()), List.of(drill));
    }
  }

  /// Says who is missing where there is no MPI library.
  Experiment orNoMpi(Experiment experiment, List<Drill> drills) {
    return tools.mpi().isEmpty()
        ? experiment
            .add(Entry.of("c-mpi", By.C, new Program.Missing(NO_MPI), drills))
            .add(Entry.of("penstock-mpi", By.PENSTOCK, new Program.Missing(NO_MPI), drills))
        : experiment;
  }

  private static Program ranks(Class<? extends Exercise> exercise, List<String> classPath) {
    return new Program.Drilled(exercise, UNTUNED, classPath);
  }

  /// The C program.
  Entry c(String name, List<Drill> drills) {
    return Entry.of(name, By.C, tools.drills(), drills);
  }

  static List<Drill> each(List<Drill> drills, UnaryOperator<Drill> change) {
    return drills.stream().map(change).toList();
  }
}
