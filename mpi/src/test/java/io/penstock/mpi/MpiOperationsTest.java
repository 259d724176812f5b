package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.threads.RankThreads;
import io.penstock.mpi.MpiLaunch.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Operations come to the bytes to which mpi4py's come, at each rank.
class MpiOperationsTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir Path folder;

  static Stream<Arguments> jobs() {
    return Stream.of(MpiInstallation.values())
        .flatMap(one -> IntStream.of(2, 3, 4, 7).mapToObj(ranks -> Arguments.of(one, ranks)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void ranksThatAreThreadsComeToWhatMpi4pyComesTo(int ranks) throws Exception {
    Path ours = Files.createDirectory(folder.resolve("ours"));
    RankThreads.run(ranks, world -> Operations.run(world, ours));
    requireSame(ranks, ours);
  }

  @ParameterizedTest
  @ValueSource(ints = 3)
  void ranksOfMpiComeToWhatMpi4pyComesTo(int ranks) throws Exception {
    requireSameByMpi(MpiInstallation.STANDARD, ranks);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("jobs")
  void ranksOfAnyMpiComeToWhatMpi4pyComesTo(MpiInstallation installation, int ranks)
      throws Exception {
    requireSameByMpi(installation, ranks);
  }

  private void requireSameByMpi(MpiInstallation installation, int ranks) throws Exception {
    Path ours = Files.createDirectory(folder.resolve("ours"));
    Outcome outcome =
        MpiLaunch.by(installation, ranks).within(LIMIT).run(Operations.class, ours.toString());
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    requireSame(ranks, ours);
  }

  private void requireSame(int ranks, Path ours) throws IOException, InterruptedException {
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    mpi4py(ranks, theirs);
    for (int rank = 0; rank < ranks; rank++) {
      List<String> expected = Files.readAllLines(theirs.resolve(Integer.toString(rank)));
      assertThat(expected).hasSizeGreaterThan(100);
      assertThat(ours.resolve(Integer.toString(rank))).hasContent(String.join("\n", expected));
    }
  }

  private void mpi4py(int ranks, Path theirs) throws IOException, InterruptedException {
    Path script = folder.resolve("operations.py");
    try (InputStream source = MpiOperationsTest.class.getResourceAsStream("operations.py")) {
      Files.copy(Objects.requireNonNull(source), script);
    }
    List<String> command = MpiInstallation.STANDARD.launcher(ranks);
    command.add(MpiInstallation.python().toString());
    command.addAll(List.of(script.toString(), theirs.toString()));
    Path output = folder.resolve("python");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }
}
