package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.mpi.message.MpiRanks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.io.TempDir;

/// The contract suites of communicators and shared files, in ranks that the launcher of each
/// library has started: the same suites that the embedded transports pass.
///
/// One job runs a suite's tests one after the other, because starting one takes longer than most
/// tests. Each of the two halves is a class of its own, so that two JVMs share them.
abstract class LaunchedContract {
  /// The engines of shared files.
  static final String TWO_PHASE = "two-phase";

  static final String MPI_IO = "mpi-io";

  private static final int RANKS = 4;
  private static final String PROGRAM = "io.penstock.message.LaunchedSuites";

  @TempDir Path folder;

  /// The tests of some suites by an installation.
  ///
  /// @param engine of shared files
  final DynamicNode container(
      String name, MpiInstallation installation, List<String> suites, String engine) {
    return DynamicContainer.dynamicContainer(name, results(installation, suites, engine));
  }

  private Stream<DynamicNode> results(
      MpiInstallation installation, List<String> suites, String engine) {
    try {
      Path reports = Files.createTempDirectory(folder, "reports");
      List<String> arguments =
          new ArrayList<>(List.of(MpiRanks.class.getName(), reports.toString()));
      arguments.addAll(suites);
      Outcome outcome =
          MpiLaunch.by(installation, RANKS)
              .option("-Dpenstock.collective.engine=" + engine)
              .option("-Dpenstock.message.deadlockSeconds=1")
              .classes(
                  MpiInstallation.home().resolve("message/target/test-classes").toString(),
                  System.getProperty("java.class.path"))
              .within(Duration.ofMinutes(10))
              .run(PROGRAM, arguments.toArray(String[]::new));
      List<Report> ranks = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        ranks.add(Report.read(rank, reports.resolve("rank-" + rank)));
      }
      return Stream.concat(Stream.of(wholeness(ranks, outcome)), tests(ranks));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DynamicNode wholeness(List<Report> ranks, Outcome outcome) {
    return DynamicTest.dynamicTest(
        "all ranks came to the end",
        () -> {
          assertThat(outcome.exit()).as(outcome.toString()).isZero();
          for (Report report : ranks) {
            assertThat(report.lines()).as("rank %d", report.rank()).endsWith("END");
            assertThat(report.tests()).isEqualTo(ranks.getFirst().tests());
          }
        });
  }

  private static Stream<DynamicNode> tests(List<Report> ranks) {
    return ranks.getFirst().tests().stream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test,
                    () ->
                        assertThat(ranks)
                            .allSatisfy(
                                report ->
                                    assertThat(report.outcome(test))
                                        .as("rank %d", report.rank())
                                        .hasValue("OK " + test))));
  }

  /// What a rank wrote.
  private record Report(int rank, List<String> lines) {
    static Report read(int rank, Path file) throws IOException {
      return new Report(rank, Files.exists(file) ? Files.readAllLines(file) : List.of());
    }

    List<String> tests() {
      return lines.stream()
          .filter(line -> line.startsWith("BEGIN "))
          .map(line -> line.substring("BEGIN ".length()))
          .toList();
    }

    Optional<String> outcome(String test) {
      return lines.stream()
          .filter(line -> line.equals("OK " + test) || line.startsWith("FAILED " + test + " "))
          .map(line -> line.replace("\\n", "\n"))
          .findFirst();
    }
  }
}
