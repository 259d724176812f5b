package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The programs in `examples`, started by `./penstock run` on any transport, write the same bytes
/// whatever the number of ranks.
@Timeout(300)
class ExamplesProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));

  /// Each with what it is told behind the file.
  private static final List<String[]> PROGRAMS =
      List.of(
          new String[] {"Heat", "60", "41", "50"},
          new String[] {"ParallelSort", "50001"},
          new String[] {"SharedField", "61", "43", "2"});

  @TempDir static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void runWithoutRanks() throws Exception {
    Examples.compile(classes, "heat", "sort", "shared");
    try (Examples examples = Examples.load(classes)) {
      for (String[] program : PROGRAMS) {
        examples.main(program[0], words(alone(program[0]), program).toArray(String[]::new));
      }
    }
  }

  static Stream<Arguments> jobs() {
    Stream<Arguments> embedded =
        Stream.of("threads", "tcp")
            .flatMap(
                transport ->
                    IntStream.of(1, 2, 4, 7).mapToObj(ranks -> Arguments.of(transport, ranks)));
    return Stream.concat(embedded, Stream.of(Arguments.of("mpi", 2), Arguments.of("mpi", 4)));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void examplesWriteTheSameBytes(String transport, int ranks) throws Exception {
    for (String[] program : PROGRAMS) {
      requireSame(transport, ranks, program);
    }
  }

  private void requireSame(String transport, int ranks, String... program) throws Exception {
    Path file = folder.resolve("by-all.npy");
    List<String> command =
        new ArrayList<>(
            List.of(
                HOME.resolve("penstock").toString(),
                "run",
                "-n",
                Integer.toString(ranks),
                "--transport",
                transport,
                "-cp",
                classes.toString(),
                program[0]));
    command.addAll(words(file, program));
    ProcessRun run = ProcessRun.of(folder, command.toArray(String[]::new));
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(file).hasSameBinaryContentAs(alone(program[0]));
  }

  private static Path alone(String program) {
    return classes.resolve(program + ".npy");
  }

  /// A program's arguments.
  private static List<String> words(Path file, String... program) {
    return Stream.concat(Stream.of(file.toString()), Stream.of(program).skip(1)).toList();
  }
}
