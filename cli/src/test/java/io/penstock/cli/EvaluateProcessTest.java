package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.report.ExperimentOutcome;
import io.penstock.report.JsonReport;
import io.penstock.report.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `evaluate` with the command itself, and the jars that were built, among the approaches.
class EvaluateProcessTest {
  private static final String LAUNCHER =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")), "penstock").toString();

  @TempDir private Path folder;

  @Test
  void firstUsesAndWholeCommandsAreMeasuredAsTheyAreBuilt() throws Exception {
    Path json = folder.resolve("figures.json");
    ProcessRun run =
        ProcessRun.of(
            folder,
            LAUNCHER,
            "evaluate",
            "start.lines",
            "start.command.walk",
            "--quick",
            "--dir",
            folder.toString(),
            "--json",
            json.toString(),
            "--report",
            folder.resolve("page.html").toString());
    assertThat(run.status()).as(run.diagnostics()).isZero();
    assertThat(run.results()).contains("median of 7 runs");
    List<ExperimentOutcome> experiments = JsonReport.read(json).chapters().getFirst().experiments();
    assertThat(experiments).hasSize(2);
    assertThat(experiments.getFirst().results())
        .filteredOn(result -> result.measured().isPresent())
        .extracting(Result::approach)
        .contains("jdk", "jdk-aot", "penstock", "penstock-aot", "okio");
    assertThat(experiments.getLast().results())
        .filteredOn(result -> result.measured().isPresent())
        .extracting(Result::approach)
        .contains("java-one-line", "penstock");
  }
}
