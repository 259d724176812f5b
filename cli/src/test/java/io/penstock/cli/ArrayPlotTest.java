package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Shape;
import io.penstock.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayPlotTest {
  @TempDir private Path folder;

  @Test
  void aHeatMapHasATitleAxesAndABar() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    CommandRun run = plot(file);
    assertThat(run.status()).isZero();
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results())
        .startsWith("a.npy, float64, 3 x 4")
        .contains("axis 1", "0  ", " 11")
        .doesNotContain("\033");
    List<String> rows = run.results().lines().filter(line -> line.contains("|")).toList();
    assertThat(rows).anyMatch(row -> row.startsWith("       0 |   "));
    assertThat(rows.getFirst()).endsWith(":");
    assertThat(rows.getLast()).endsWith("@");
  }

  @Test
  void aDrawingTakesThePlaceOfNoArrayThatItShows() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    byte[] before = Files.readAllBytes(file);
    CommandRun run = plot(file, "--svg", file.toString(), "--force");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics().lines())
        .containsExactly("penstock: " + file + ": is what is to be shown; name another file");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aLineGoesFromItsFirstNumberToItsLast() throws Exception {
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(3), -1, 0, 1);
    List<String> rows =
        plot(file).results().lines().filter(line -> line.contains("|")).map(String::strip).toList();
    assertThat(rows).hasSize(20);
    assertThat(rows.getFirst().length()).isGreaterThan(rows.getLast().length());
  }

  @Test
  void ofMoreThanTwoAxesThePlaneInTheMiddleIsDrawn() throws Exception {
    Path file =
        SmallArrays.doubles(
            folder.resolve("a.npy"),
            Shape.of(5, 2, 3),
            DoubleStream.iterate(0, x -> x + 1).limit(30).toArray());
    assertThat(plot(file).results()).startsWith("a.npy[2, :, :], float64, 2 x 3");
    assertThat(plot(file, "--slice", "4,0,::-2").results())
        .startsWith("a.npy[4, 0, 2::-2], float64, 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"...", "0", "0:1,0:1", ":,2:3"})
  void svgIsWellFormedAndNeedsNothingElse(String slices) throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a<b>&.npy"));
    Path svg = folder.resolve("a.svg");
    CommandRun run = plot(file, "--svg", svg.toString(), "--slice", slices);
    assertThat(run.status()).isZero();
    assertThat(run.results()).startsWith(svg + ": ");
    List<String> texts =
        Python.withNumpy()
            .run(
                """
                import sys, xml.etree.ElementTree as tree
                for text in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"):
                    print(text.text)
                """,
                List.of(),
                svg.toString());
    assertThat(texts).anyMatch(text -> text.startsWith("a<b>&.npy")).contains("axis 1");
    assertThat(Files.readString(svg).replace("http://www.w3.org/2000/svg", ""))
        .contains("prefers-color-scheme: dark")
        .doesNotContain("http", "url(http", "@import");
  }

  @Test
  void aHeatMapOfNoiseStaysBelowAMegabyte() throws Exception {
    double[] noise = new Random(1).doubles(420 * 720).toArray();
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(420, 720), noise);
    Path svg = folder.resolve("a.svg");
    assertThat(plot(file, "--svg", svg.toString()).status()).isZero();
    assertThat(Files.size(svg)).isBetween(500_000L, 1_000_000L);
  }

  @Test
  void otherFormatsAreNoOptions() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    CommandRun run = plot(file, "--png", folder.resolve("a.png").toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics())
        .startsWith("penstock: Unknown options: '--png'")
        .endsWith("; see penstock array plot --help\n");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void anExistingFileIsLeftAloneUnlessForced() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    Path svg = Files.writeString(folder.resolve("a.svg"), "precious");
    CommandRun refused = plot(file, "--svg", svg.toString());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.diagnostics()).startsWith("penstock: " + svg + ": exists already;");
    assertThat(svg).hasContent("precious");
    assertThat(plot(file, "--svg", svg.toString(), "--force").status()).isZero();
    assertThat(Files.size(svg)).isGreaterThan(1000);
  }

  @Test
  void whatIsNoPictureIsRefused() throws IOException {
    Path matrix = SmallArrays.matrix(folder.resolve("a.npy"));
    assertThat(plot(matrix, "--slice", "0,0").diagnostics())
        .isEqualTo(
            "penstock: "
                + matrix
                + ": a single number is no picture; see its shape with penstock array info\n");
    assertThat(plot(matrix, "--slice", "5:").diagnostics())
        .contains("an empty array, of shape 0 x 4, is no picture")
        .hasLineCount(1);
    assertThat(plot(matrix, "--slice", "7").diagnostics()).contains("index 7 is outside axis 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 0, 1e308, -1e-300})
  void numbersThatAreAllTheSameOrNoneAreDrawn(double value) throws IOException {
    Path file =
        SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(2, 2), value, value, value, value);
    Path svg = folder.resolve("a.svg");
    for (String slices : List.of("...", "0")) {
      assertThat(plot(file, "--slice", slices).status()).isZero();
      CommandRun run = plot(file, "--slice", slices, "--svg", svg.toString(), "--force");
      assertThat(run.diagnostics()).isEmpty();
      assertThat(run.status()).isZero();
    }
  }

  private static CommandRun plot(Path file, String... options) {
    return CommandRun.of(
        SmallArrays.words(List.of("array", "plot", file.toString()), List.of(options)));
  }
}
