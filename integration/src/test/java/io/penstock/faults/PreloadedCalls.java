package io.penstock.faults;

import io.penstock.preload.PreloadedFunctions;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// The library that a JVM was started with and that stands between it and the C library:
/// `src/test/c/calls.c`.
@SuppressWarnings("restricted") // native code is what this is about
final class PreloadedCalls {
  private final PreloadedFunctions functions = new PreloadedFunctions();
  private final MethodHandle watch =
      functions.find(
          "calls_watch", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private final MethodHandle arm =
      functions.find(
          "calls_arm",
          FunctionDescriptor.ofVoid(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT));
  private final MethodHandle then =
      functions.find("calls_then", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
  private final MethodHandle rest = functions.find("calls_rest", FunctionDescriptor.ofVoid());
  private final MethodHandle made =
      functions.find(
          "calls_made", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
  private final MethodHandle met =
      functions.find("calls_met", FunctionDescriptor.of(ValueLayout.JAVA_LONG));
  private final MethodHandle place =
      functions.find("calls_place", FunctionDescriptor.of(ValueLayout.ADDRESS));
  private final MethodHandle notes =
      functions.find("calls_notes", FunctionDescriptor.of(ValueLayout.ADDRESS));
  private final MethodHandle name =
      functions.find(
          "calls_name", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private final Map<Call, Integer> numbers = new EnumMap<>(Call.class);

  /// Finds the library in this process.
  PreloadedCalls() {
    for (int i = 0; !text(name, i).isEmpty(); i++) {
      numbers.put(Call.named(text(name, i)), i);
    }
  }

  /// Counts anew, on files below a folder.
  ///
  /// @param sockets whether those count, too
  void watch(Path below, boolean sockets) {
    try (Arena arena = Arena.ofConfined()) {
      watch.invokeExact(arena.allocateFrom(below.toString()), sockets ? 1 : 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Has a call fail that comes from now on.
  void arm(Cell cell) {
    try {
      arm.invokeExact(
          (int) numbers.get(cell.call()),
          cell.nth(),
          cell.fault().number(),
          cell.isLasting(cell.call()) ? 1 : 0);
      if (cell.after() instanceof Cell.Other other) {
        then.invokeExact((int) numbers.get(other.call()));
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Lets all calls pass.
  void rest() {
    try {
      rest.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// How many calls of each kind were made.
  Map<Call, Long> made() {
    Map<Call, Long> counts = new EnumMap<>(Call.class);
    numbers.forEach((call, number) -> counts.put(call, count(made, number)));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private static long count(MethodHandle function, int kind) {
    try {
      return (long) function.invokeExact(kind);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// How many calls failed.
  long met() {
    try {
      return (long) met.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// The file of the first one that failed.
  String place() {
    try {
      return string((MemorySegment) place.invokeExact());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// The changes and syncs since [#watch], in their order: a line for each.
  String notes() {
    try {
      return string((MemorySegment) notes.invokeExact());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static String text(MethodHandle function, int kind) {
    try {
      return string((MemorySegment) function.invokeExact(kind));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static String string(MemorySegment text) {
    return text.reinterpret(Long.MAX_VALUE).getString(0);
  }
}
