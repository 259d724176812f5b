package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.io.IOException;
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

  @TempDir static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "heat", "sort");
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
    requireSame(transport, ranks, "Heat", "60", "41", "50");
    requireSame(transport, ranks, "ParallelSort", "50001");
  }

  private void requireSame(String transport, int ranks, String program, String... arguments)
      throws Exception {
    Path alone = folder.resolve("alone.npy");
    try (Examples examples = Examples.load(classes)) {
      examples.main(program, words(alone, arguments).toArray(String[]::new));
    }
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
                program));
    command.addAll(words(file, arguments));
    ProcessRun run = ProcessRun.of(folder, command.toArray(String[]::new));
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(file).hasSameBinaryContentAs(alone);
  }

  private static List<String> words(Path file, String... arguments) {
    return Stream.concat(Stream.of(file.toString()), Stream.of(arguments)).toList();
  }
}
