package io.penstock.faults;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A JVM that runs cells; another takes its place when one has ended or hung.
final class CellJvm implements AutoCloseable {
  private static final int MOST_ERRORS = 4000;

  private final Path library;
  private final Path folder;
  private final List<ChildJvm> running = new ArrayList<>();

  /// @param library that is preloaded
  /// @param folder for the operations' files
  CellJvm(Path library, Path folder) {
    this.library = library;
    this.folder = folder;
  }

  /// The result of a run.
  ///
  /// @param met how many calls failed
  /// @param text what was said
  record Result(Cell cell, Verdict verdict, long met, String text) {
    @Override
    public String toString() {
      return cell + ": " + verdict + ", " + met + " met: " + text.replace("\\n", "\n    ");
    }
  }

  /// Runs an operation without faults.
  ///
  /// @return how many calls of each kind it makes
  Map<Call, Long> record(String operation) throws IOException {
    String line = ask("record " + operation);
    if (!line.startsWith("counts ")) {
      throw new AssertionError(operation + ": " + line.replace("\\n", "\n"));
    }
    Map<Call, Long> counts = new TreeMap<>();
    for (String count : line.substring("counts ".length()).split(" ", -1)) {
      if (!count.isEmpty()) {
        String[] parts = count.split("=", 2);
        counts.put(Call.named(parts[0]), Long.valueOf(parts[1]));
      }
    }
    return counts;
  }

  /// Runs an operation without faults.
  ///
  /// @return its changes and syncs in their order, with paths that begin at its folder
  List<String> note(String operation) throws IOException {
    String line = ask("note " + operation);
    if (!line.startsWith("notes ")) {
      throw new AssertionError(operation + ": " + line.replace("\\n", "\n"));
    }
    return line.substring("notes ".length()).replace("\\n", "\n").lines().toList();
  }

  /// Runs a cell of an operation that was recorded.
  Result run(Cell cell) throws IOException {
    try {
      if (running.isEmpty()) {
        Map<Call, Long> _ = record(cell.operation());
      }
      String[] parts = ask(cell.toString()).split(" ", 3);
      Result result =
          new Result(cell, Verdict.valueOf(parts[0]), Long.parseLong(parts[1]), parts[2]);
      if (result.verdict() == Verdict.HANG) {
        close();
      }
      return result;
    } catch (Ended e) {
      return new Result(cell, Verdict.CRASH, 1, String.valueOf(e.getMessage()));
    }
  }

  private String ask(String line) throws IOException {
    if (running.isEmpty()) {
      running.add(start());
    }
    ChildJvm child = running.getFirst();
    child.say(line);
    try {
      return child.hear();
    } catch (AssertionError e) {
      String errors = child.errors();
      close();
      throw new Ended(errors.substring(0, Math.min(MOST_ERRORS, errors.length())), e);
    }
  }

  private ChildJvm start() throws IOException {
    return ChildJvm.start(
        List.of(
            ChildJvm.NATIVE_ACCESS,
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/stderr",
            "-Dpenstock.message.deadlockSeconds=1"),
        Map.of("LD_PRELOAD", library.toString()),
        CellProgram.class,
        folder.toString());
  }

  @Override
  public void close() throws IOException {
    for (ChildJvm child : running) {
      child.close();
    }
    running.clear();
  }

  /// A JVM that has ended by itself.
  private static final class Ended extends IOException {
    private static final long serialVersionUID = 1;

    Ended(String errors, Throwable cause) {
      super(errors, cause);
    }
  }
}
