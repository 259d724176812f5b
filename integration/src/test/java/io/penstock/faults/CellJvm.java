package io.penstock.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A JVM that runs cells, or the ranks of a job; others take their place when one has ended or
/// hung.
final class CellJvm implements AutoCloseable {
  private static final int MOST_ERRORS = 4000;

  private final Path library;
  private final Path folder;
  private final List<RankJob.Running> running = new ArrayList<>();
  private RankJob job = RankJob.ALONE;

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
    String line = ask(operation, "record " + operation);
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
    String line = ask(operation, "note " + operation);
    if (!line.startsWith("notes ")) {
      throw new AssertionError(operation + ": " + line.replace("\\n", "\n"));
    }
    return line.substring("notes ".length()).replace("\\n", "\n").lines().toList();
  }

  /// Runs a cell of an operation that was recorded.
  Result run(Cell cell) throws IOException {
    try {
      if (!isReadyFor(cell.operation())) {
        Map<Call, Long> _ = record(cell.operation());
      }
      String[] parts = ask(cell.operation(), cell.toString()).split(" ", 3);
      Result result =
          new Result(cell, Verdict.valueOf(parts[0]), Long.parseLong(parts[1]), parts[2]);
      if (result.verdict() == Verdict.HANG || !(job.isAlone() || result.verdict().isGood())) {
        close(); // ranks may not be in step any more
      }
      return result;
    } catch (Ended e) {
      return new Result(cell, Verdict.CRASH, 1, String.valueOf(e.getMessage()));
    }
  }

  private boolean isReadyFor(String operation) {
    return !running.isEmpty() && job.equals(Operations.named(operation).job());
  }

  private String ask(String operation, String line) throws IOException {
    if (!isReadyFor(operation)) {
      close();
      job = Operations.named(operation).job();
      running.add(job.start(library, folder));
    }
    RankJob.Running processes = running.getFirst();
    try {
      return processes.ask(line);
    } catch (AssertionError e) {
      String errors = processes.errors();
      close();
      throw new Ended(errors.substring(0, Math.min(MOST_ERRORS, errors.length())), e);
    }
  }

  @Override
  public void close() throws IOException {
    for (RankJob.Running processes : running) {
      processes.close();
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
