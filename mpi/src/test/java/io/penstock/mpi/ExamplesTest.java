package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.testing.Examples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The programs in `examples`, started by the launchers of MPI themselves, write the same bytes as
/// one rank without MPI.
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
  @TempDir static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "heat", "sort");
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN_MPI, 1",
    "OPEN_MPI, 2",
    "OPEN_MPI, 4",
    "MPICH, 1",
    "MPICH, 2",
    "MPICH, 4",
    "STANDARD, 1",
    "STANDARD, 2",
    "STANDARD, 4"
  })
  void heatIsTheSameByEveryLauncher(MpiInstallation installation, int ranks) throws Exception {
    requireSame(installation, ranks, "Heat", "60", "41", "50");
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, 4", "MPICH, 2", "STANDARD, 4"})
  void sortingIsTheSameByEveryLauncher(MpiInstallation installation, int ranks) throws Exception {
    requireSame(installation, ranks, "ParallelSort", "50001");
  }

  private void requireSame(
      MpiInstallation installation, int ranks, String program, String... arguments)
      throws Exception {
    Path alone = folder.resolve("alone.npy");
    try (Examples examples = Examples.load(classes)) {
      examples.main(program, words(alone, arguments));
    }
    Path file = folder.resolve("by-all.npy");
    Outcome outcome =
        MpiLaunch.by(installation, ranks)
            .classes(classes.toString())
            .run(program, words(file, arguments));
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines()).hasSize(1);
    assertThat(file).hasSameBinaryContentAs(alone);
  }

  private static String[] words(Path file, String... arguments) {
    return Stream.concat(Stream.of(file.toString()), Stream.of(arguments)).toArray(String[]::new);
  }
}
