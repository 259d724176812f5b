package io.penstock.crashes;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A JVM that runs workloads and judges what crashes may leave of them.
final class CrashJvm implements AutoCloseable {
  private final Path folder;
  private final ChildJvm child;

  private CrashJvm(Path folder, ChildJvm child) {
    this.folder = folder;
    this.child = child;
  }

  /// Starts one.
  ///
  /// @param library that is preloaded
  /// @param folder for the workloads' files
  static CrashJvm start(Path library, Path folder) throws IOException {
    Path own = Files.createDirectories(folder);
    List<String> options = List.of(ChildJvm.NATIVE_ACCESS, "-XX:-CreateCoredumpOnCrash");
    Map<String, String> environment = Map.of("LD_PRELOAD", library.toString());
    return new CrashJvm(
        own, ChildJvm.start(options, environment, CrashProgram.class, own.toString()));
  }

  /// The outcome of a workload.
  ///
  /// @param counts how many states were judged, by steps and crashes
  /// @param problems each begins with the name of its state
  record Result(Workload workload, Map<String, Integer> counts, List<String> problems) {
    int count() {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// Runs a workload, and judges by what its steps promise.
  Result judge(Workload workload) throws IOException {
    return ask("judge", workload);
  }

  /// Runs a workload, and requires of a loss of power that it takes away nothing.
  Result demand(Workload workload) throws IOException {
    return ask("demand", workload);
  }

  private Result ask(String how, Workload workload) throws IOException {
    child.say(how + " " + workload);
    List<String> parts = List.of(child.hear().replace("\\n", "\n").split("\\|", -1));
    Map<String, Integer> counts = new TreeMap<>();
    for (String count : parts.getFirst().split(",", -1)) {
      int at = count.lastIndexOf('=');
      counts.put(count.substring(0, at), Integer.valueOf(count.substring(at + 1)));
    }
    List<String> problems = new ArrayList<>(parts.subList(1, parts.size()));
    problems.removeIf(String::isEmpty);
    return new Result(workload, counts, problems);
  }

  /// Runs a workload as its first one.
  ///
  /// @return the journal of its calls
  Journal record(Workload workload) throws IOException {
    child.say("kill 0 " + workload);
    if (!child.hear().equals("alive")) {
      throw new AssertionError(child.errors());
    }
    return Journal.read(CrashProgram.journal(folder));
  }

  /// Runs a workload as its first one and is killed at a call that changes files.
  ///
  /// @return what is left of the folder
  Tree kill(Workload workload, long call) throws IOException {
    child.say("kill " + call + " " + workload);
    int status = child.end();
    if (status != 128 + 9) {
      throw new AssertionError("ended with " + status + ": " + child.errors());
    }
    return Tree.read(CrashProgram.folder(folder));
  }

  @Override
  public void close() throws IOException {
    child.close();
  }
}
