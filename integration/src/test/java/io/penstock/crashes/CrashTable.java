package io.penstock.crashes;

import io.penstock.crashes.CrashJvm.Result;
import io.penstock.crashes.Judge.Crash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a campaign has judged, by steps.
final class CrashTable {
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<Result> bad = new ArrayList<>();
  private int workloads;

  synchronized void add(Result result) {
    workloads++;
    result.counts().forEach((key, count) -> counts.merge(key, count, Integer::sum));
    if (!result.problems().isEmpty()) {
      bad.add(result);
    }
  }

  /// Workloads of which something was wrong.
  synchronized List<Result> bad() {
    return List.copyOf(bad);
  }

  /// States that a killed process leaves.
  synchronized int kills() {
    return count(Crash.KILL) + count(Crash.TORN);
  }

  /// States that a loss of power leaves.
  synchronized int losses() {
    return count(Crash.POWER);
  }

  private int count(Crash crash) {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().endsWith("=" + crash))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /// Writes it as a table of Markdown.
  synchronized void write(Path file) throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "| step | killed between calls | killed in a call | power lost |",
                "|---|--:|--:|--:|"));
    for (Step step : Step.ordinary()) {
      lines.add(
          "| %s | %s | %s | %s |"
              .formatted(step, of(step, Crash.KILL), of(step, Crash.TORN), of(step, Crash.POWER)));
    }
    lines.add(
        "| all, in %d workloads | %d | %d | %d |"
            .formatted(workloads, count(Crash.KILL), count(Crash.TORN), count(Crash.POWER)));
    Files.write(file, lines);
  }

  private String of(Step step, Crash crash) {
    int count = counts.getOrDefault(step + "=" + crash, 0);
    return count == 0 ? "" : Integer.toString(count);
  }

  @Override
  public synchronized String toString() {
    return "%d workloads, %d states of killed processes, %d of lost power, %d workloads with problems"
        .formatted(workloads, kills(), losses(), bad.size());
  }
}
