package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.file.ArrayFile;
import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.testing.SharedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs one of whose ranks ends in the middle of a collective write: the whole job ends soon, no
/// process is left, and the files can be used as if it had never begun.
class LostRankTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int RANKS = 3;

  @TempDir Path folder;
  private byte[] older = new byte[0];

  static Stream<Arguments> endings() {
    return Stream.of(MpiInstallation.values())
        .flatMap(
            one ->
                Stream.of(
                    Arguments.of(one, "two-phase", "kill"),
                    Arguments.of(one, "mpi-io", "kill"),
                    Arguments.of(one, "mpi-io", "exit"),
                    Arguments.of(one, "mpi-io", "throw")));
  }

  @BeforeEach
  void make() throws IOException {
    for (String name : List.of("old.npy", "new.npy")) {
      try (ArrayFile file =
          ArrayFile.create(folder.resolve(name), ElementType.INT, SharedWriter.SHAPE)) {
        file.complete();
      }
    }
    older = Files.readAllBytes(folder.resolve("new.npy"));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void theJobEndsAndTheFilesStayUsable(MpiInstallation installation, String engine, String ending)
      throws IOException {
    Outcome lost = run(installation, engine, ending, "1");
    assertThat(lost.exit()).as(lost.toString()).isNotZero();
    assertThat(values("old.npy")).doesNotContain(0);
    assertThat(folder.resolve("new.npy")).hasBinaryContent(older);
    assertThat(others()).allMatch(name -> name.startsWith(".new.npy."));
    Outcome later = run(installation, engine, "whole");
    assertThat(later.exit()).as(later.toString()).isZero();
    assertThat(values("old.npy")).containsOnly(SharedWriter.WHOLE);
    assertThat(values("new.npy")).containsOnly(SharedWriter.WHOLE);
  }

  private Outcome run(MpiInstallation installation, String engine, String... task) {
    return MpiLaunch.by(installation, RANKS)
        .option("-Dpenstock.collective.engine=" + engine)
        .within(SOON)
        .run(
            SharedWriter.class,
            Stream.concat(Stream.of(folder.toString()), Stream.of(task)).toArray(String[]::new));
  }

  private int[] values(String name) throws IOException {
    int[] values = new int[Math.toIntExact(SharedWriter.SHAPE.size())];
    try (ArrayFile file = ArrayFile.open(folder.resolve(name))) {
      file.read(values);
    }
    return values;
  }

  private List<String> others() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".npy"))
          .toList();
    }
  }
}
