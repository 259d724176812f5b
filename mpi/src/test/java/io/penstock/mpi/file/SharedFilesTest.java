package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that the ranks of an MPI job write together, by MPI-IO and by Penstock's own exchange,
/// have the bytes that mpi4py writes through the same views.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class SharedFilesTest {
  @TempDir Path folder;

  static Stream<Arguments> jobs() {
    return Stream.of(MpiInstallation.values())
        .flatMap(one -> IntStream.of(2, 4).mapToObj(ranks -> Arguments.of(one, ranks)));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void bothEnginesWriteWhatMpi4pyWrites(MpiInstallation installation, int ranks)
      throws IOException, InterruptedException {
    Outcome outcome = MpiLaunch.by(installation, ranks).run(WriteCases.class, folder.toString());
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("written and read by " + ranks);
    mpi4py(ranks);
    for (SharedCase one : SharedCase.of(ranks)) {
      Path truth = folder.resolve(one.name() + ".mpi4py");
      assertThat(Files.size(truth)).isEqualTo(one.shape().size() * one.type().bytes());
      assertThat(folder.resolve(one.name() + ".mpi-io")).hasSameBinaryContentAs(truth);
      assertThat(folder.resolve(one.name() + ".two-phase")).hasSameBinaryContentAs(truth);
    }
  }

  private void mpi4py(int ranks) throws IOException, InterruptedException {
    List<String> command = MpiInstallation.STANDARD.launcher(ranks);
    command.add(MpiInstallation.python().toString());
    command.add(script().toString());
    command.add(folder.toString());
    SharedCase.of(ranks).forEach(one -> command.add(one.text()));
    Path output = folder.resolve("python");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }

  private Path script() throws IOException {
    Path script = folder.resolve("views.py");
    try (InputStream source = SharedFilesTest.class.getResourceAsStream("views.py")) {
      Files.copy(Objects.requireNonNull(source), script);
    }
    return script;
  }
}
