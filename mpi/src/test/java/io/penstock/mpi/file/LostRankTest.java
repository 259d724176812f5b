package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.testing.SharedWriter;
import io.penstock.testing.WrittenFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs one of whose ranks ends in the middle of a collective write: the whole job ends soon, no
/// process is left, and the files can be used as if it had never begun.
@Execution(ExecutionMode.CONCURRENT)
class LostRankTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int RANKS = 3;

  @TempDir Path folder;

  static Stream<Arguments> endings() {
    return Stream.of(
        Arguments.of(MpiInstallation.OPEN_MPI, "mpi-io", "kill"),
        Arguments.of(MpiInstallation.OPEN_MPI, "mpi-io", "throw"),
        Arguments.of(MpiInstallation.MPICH, "two-phase", "kill"),
        Arguments.of(MpiInstallation.STANDARD, "mpi-io", "exit"));
  }

  static Stream<Arguments> allEndings() {
    return Stream.of(MpiInstallation.values())
        .flatMap(
            one ->
                Stream.of(
                    Arguments.of(one, "two-phase", "kill"),
                    Arguments.of(one, "mpi-io", "kill"),
                    Arguments.of(one, "mpi-io", "exit"),
                    Arguments.of(one, "mpi-io", "throw")));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void theJobEndsAndTheFilesStayUsable(MpiInstallation installation, String engine, String ending)
      throws IOException {
    WrittenFolder written = WrittenFolder.make(folder);
    Outcome lost = run(installation, engine, ending, "1");
    assertThat(lost.exit()).as(lost.toString()).isNotZero();
    written.requireBrokenOff();
    Outcome later = run(installation, engine, "whole");
    assertThat(later.exit()).as(later.toString()).isZero();
    written.requireWhole();
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("allEndings")
  void everyJobEndsAndTheFilesStayUsable(MpiInstallation installation, String engine, String ending)
      throws IOException {
    theJobEndsAndTheFilesStayUsable(installation, engine, ending);
  }

  private Outcome run(MpiInstallation installation, String engine, String... task) {
    return MpiLaunch.by(installation, RANKS)
        .option("-Dpenstock.collective.engine=" + engine)
        .within(SOON)
        .run(
            SharedWriter.class,
            Stream.concat(Stream.of(folder.toString()), Stream.of(task)).toArray(String[]::new));
  }
}
