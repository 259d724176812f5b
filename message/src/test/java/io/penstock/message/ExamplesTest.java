package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.testing.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The programs in `examples` write the same bytes whatever the number of ranks and the transport.
@Timeout(120)
class ExamplesTest {
  private static final int ROWS = 37;
  private static final int COLUMNS = 50;
  private static final int STEPS = 60;
  private static final int NUMBERS = 100_003;

  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "heat", "sort", "shared");
  }

  static Stream<Arguments> jobs() {
    return TestJob.all().stream()
        .flatMap(job -> IntStream.of(1, 2, 4, 7).mapToObj(ranks -> Arguments.of(job, ranks)));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void theHeatEquationGivesWhatOneLoopOverThePlateGives(TestJob job, int ranks) throws Exception {
    Path file = folder.resolve("field.npy");
    run(
        job,
        ranks,
        "Heat",
        file,
        Integer.toString(ROWS),
        Integer.toString(COLUMNS),
        Integer.toString(STEPS));
    Path expected = folder.resolve("expected.npy");
    try (ArrayFile npy = ArrayFile.create(expected, ElementType.DOUBLE, Shape.of(ROWS, COLUMNS))) {
      npy.write(plate());
    }
    assertThat(file).hasSameBinaryContentAs(expected);
  }

  private static double[] plate() {
    double[][] now = new double[ROWS + 2][COLUMNS + 2];
    Arrays.fill(now[0], 100);
    for (int step = 0; step < STEPS; step++) {
      double[][] next = new double[ROWS + 2][COLUMNS + 2];
      Arrays.fill(next[0], 100);
      for (int r = 1; r <= ROWS; r++) {
        for (int c = 1; c <= COLUMNS; c++) {
          double around = now[r - 1][c] + now[r + 1][c] + now[r][c - 1] + now[r][c + 1];
          next[r][c] = now[r][c] + 0.2 * (around - 4 * now[r][c]);
        }
      }
      now = next;
    }
    double[][] last = now;
    return IntStream.rangeClosed(1, ROWS)
        .boxed()
        .flatMapToDouble(r -> Arrays.stream(last[r], 1, COLUMNS + 1))
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void theSortGivesTheSameHoweverManyRanksSort(TestJob job, int ranks) throws Exception {
    Path alone = folder.resolve("alone.npy");
    run(TestJob.all().getFirst(), 1, "ParallelSort", alone, Integer.toString(NUMBERS));
    Path file = folder.resolve("sorted.npy");
    run(job, ranks, "ParallelSort", file, Integer.toString(NUMBERS));
    assertThat(file).hasSameBinaryContentAs(alone);
    try (ArrayFile npy = ArrayFile.open(file)) {
      long[] numbers = new long[NUMBERS];
      npy.read(numbers);
      assertThat(numbers).isSorted().doesNotHaveDuplicates();
    }
    assertThat(Files.size(file)).isGreaterThan(8L * NUMBERS);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void theSharedFieldIsTheSameHoweverManyRanksWriteIt(TestJob job, int ranks) throws Exception {
    Path file = folder.resolve("shared.npy");
    run(job, ranks, "SharedField", file, Integer.toString(ROWS), Integer.toString(COLUMNS), "2");
    Path expected = folder.resolve("expected.npy");
    try (ArrayFile npy = ArrayFile.create(expected, ElementType.DOUBLE, Shape.of(ROWS, COLUMNS))) {
      npy.write(IntStream.range(0, ROWS * COLUMNS).mapToDouble(i -> 1 + 0.5 * i).toArray());
    }
    assertThat(file).hasSameBinaryContentAs(expected);
  }

  private static void run(TestJob job, int ranks, String program, Path file, String... more)
      throws Exception {
    String[] arguments =
        Stream.concat(Stream.of(file.toString()), Stream.of(more)).toArray(String[]::new);
    try (Examples examples = Examples.load(classes)) {
      job.run(ranks, _ -> examples.main(program, arguments));
    }
  }
}
