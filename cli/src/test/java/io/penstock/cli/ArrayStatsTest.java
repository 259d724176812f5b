package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrayStatsTest {
  private static final List<String> NAMES =
      List.of("count", "nan", "infinite", "zeros", "min", "max", "mean", "std");

  @TempDir private Path folder;

  @Test
  void statisticsAreNumpys() {
    NumpyArrays numpy = new NumpyArrays(folder);
    List<String> expected = numpy.run("stats", List.of(), "3");
    for (int i = 0; i < expected.size(); i++) {
      List<String> lines = stats(numpy.in(i), "--threads", "2").lines().toList();
      String[] parts = expected.get(i).split(";", -1);
      for (int part = 0; part < parts.length; part++) {
        compare(lines, 1 + part, parts[part].split(",", -1), numpy.in(i));
      }
    }
  }

  /// Their sum, and the squares of their distances, are beyond every double.
  @Test
  void numbersOfAnySizeHaveAMeanAndADeviation() throws IOException {
    statistics(1.7e308, 0, 1.7e308, 1.7e308, 1.7e308, 1.7e308);
    statistics(0, 1.7e308, 1.7e308, -1.7e308);
    statistics(1e200, 1e200, 0, 2e200);
    statistics(0.5e155, 0.5e155, 0, 1e155, 0, 1e155);
    double[] many = new double[300_000];
    Arrays.fill(many, 0, 150_000, 3);
    Arrays.fill(many, 150_000, 300_000, 3e300);
    statistics(1.5e300, 1.5e300, many);
    Arrays.fill(many, 0, 150_000, -1.5e308);
    Arrays.fill(many, 150_000, 300_000, 1.5e308);
    statistics(0, 1.5e308, many);
  }

  private void statistics(double mean, double deviation, double... values) throws IOException {
    Path file = SmallArrays.doubles(folder.resolve("large.npy"), Shape.of(values.length), values);
    List<String> lines = stats(file.toString(), "--threads", "2").lines().toList();
    assertThat(Double.parseDouble(value(lines, "mean", 1)))
        .isCloseTo(mean, within(1e-12 * (Math.abs(mean) + deviation)));
    assertThat(Double.parseDouble(value(lines, "std", 1)))
        .isCloseTo(deviation, within(1e-12 * (Math.abs(mean) + deviation)));
  }

  private static void compare(List<String> lines, int column, String[] expected, String file) {
    for (int i = 0; i < 6; i++) {
      assertThat(value(lines, NAMES.get(i), column))
          .as(NAMES.get(i) + file)
          .isEqualTo(java(expected[i]));
    }
    double mean = Double.parseDouble(expected[6]);
    double deviation = Double.parseDouble(expected[7]);
    double near = 1e-12 * (Math.abs(mean) + deviation);
    assertThat(Double.parseDouble(value(lines, "mean", column))).isCloseTo(mean, within(near));
    assertThat(Double.parseDouble(value(lines, "std", column))).isCloseTo(deviation, within(near));
  }

  /// The number in Java's spelling.
  private static String java(String python) {
    return python.matches("-?\\d+") ? python : String.valueOf(Double.parseDouble(python));
  }

  private static String value(List<String> lines, String name, int column) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.split(" +", -1)[column])
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    NumpyArrays numpy = new NumpyArrays(folder);
    int files = numpy.run("stats", List.of(), "4").size();
    String large = numpy.in(files - 3);
    String alone = stats(large, "--threads", "1");
    assertThat(stats(large, "--threads", "3")).isEqualTo(alone);
    assertThat(stats(large, "--threads", "2")).isEqualTo(alone);
  }

  @Test
  void anEmptyArrayHasNoExtremes() throws Exception {
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(0, 3));
    assertThat(stats(file.toString()).lines())
        .contains("count     0", "min       -", "mean      -", "std       -");
    assertThat(stats(file.toString(), "--json")).contains("\"count\" : 0").doesNotContain("min");
  }

  @Test
  void numbersThatAreNotFiniteAreCountedApart() throws Exception {
    Path file =
        SmallArrays.doubles(
            folder.resolve("a.npy"),
            Shape.of(6),
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            2,
            0,
            Double.POSITIVE_INFINITY,
            4);
    assertThat(stats(file.toString()).lines())
        .containsExactly(
            "count     6",
            "min       0.0",
            "max       4.0",
            "mean      2.0",
            "std       1.632993161855452",
            "zeros     1",
            "nan       1",
            "infinite  2");
  }

  @Test
  void numbersWhoseSumIsTooLargeStillHaveAMean() throws Exception {
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(2), 1.5e308, 1.5e308);
    assertThat(stats(file.toString())).contains("mean      1.5E308", "std       0.0");
  }

  @Test
  void zerosOfEitherSignAreCountedBeyondTheFirstBlock() throws Exception {
    double[] values = new double[300_001];
    Arrays.setAll(values, i -> i % 3 == 0 ? 0.0 : i % 3 == 1 ? -0.0 : 1e-300);
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(values.length), values);
    assertThat(stats(file.toString()).lines())
        .contains("count     300001", "zeros     200001", "max       1.0E-300");
  }

  @Test
  void aSumOfWholeNumbersIsExact() throws Exception {
    Path file = folder.resolve("a.npy");
    int[] values = new int[1 << 20];
    Arrays.setAll(values, i -> Integer.MAX_VALUE - (i & 3));
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(values.length))) {
      array.write(values);
    }
    assertThat(stats(file.toString()).lines())
        .contains("min       2147483644", "max       2147483647", "mean      2.1474836455E9");
  }

  @Test
  void jsonHasTheSameNumbers() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    assertThat(stats(file.toString(), "--json"))
        .contains("\"shape\" : [ 3, 4 ]", "\"count\" : 12", "\"max\" : 11.0", "\"mean\" : 5.5");
  }

  private static String stats(String file, String... options) {
    CommandRun run =
        CommandRun.of(SmallArrays.words(List.of("array", "stats", file), List.of(options)));
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    return run.results();
  }
}
