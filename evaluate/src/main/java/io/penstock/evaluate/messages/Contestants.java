package io.penstock.evaluate.messages;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Tools;
import java.util.List;
import java.util.function.UnaryOperator;

/// Who takes part in the experiments of this chapter.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 512L << 20;

  /// What lets Netty do its best on a JDK of today.
  private static final List<String> NETTY =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "-Dio.netty.noUnsafe=false",
          "-Dio.netty.tryReflectionSetAccessible=true",
          "-Dio.netty.leakDetection.level=disabled",
          "-Dio.netty.allocator.useCacheForAllThreads=true");

  /// An allocator of this name.
  Entry allocator(String name, By by, Class<? extends Exercise> exercise, List<Drill> drills) {
    List<String> options = name.startsWith("netty") ? NETTY : List.of();
    return java(
        name, by, exercise, options, each(drills, one -> one.with(Allocators.OPTION, name)));
  }

  /// An exercise in Java.
  Entry java(
      String name,
      By by,
      Class<? extends Exercise> exercise,
      List<String> options,
      List<Drill> drills) {
    return Entry.of(name, by, new Program.Drilled(exercise, options), drills).scratch(HEAP);
  }

  /// The C program.
  Entry c(String name, List<Drill> drills) {
    return Entry.of(name, By.C, tools.drills(), drills);
  }

  static List<Drill> each(List<Drill> drills, UnaryOperator<Drill> change) {
    return drills.stream().map(change).toList();
  }
}
