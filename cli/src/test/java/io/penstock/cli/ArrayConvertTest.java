package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.testing.SpokenAssumption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayConvertTest {
  @TempDir private Path folder;

  @Test
  void aDeviceIsNotReplacedEvenByForce() throws Exception {
    Path device = folder.resolve("device.npy");
    Process made = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").start();
    SpokenAssumption.that(made.waitFor() == 0, "no devices can be made here");
    Path in = folder.resolve("in.npy");
    try (ArrayFile array = ArrayFile.create(in, ElementType.INT, Shape.of(3))) {
      array.write(new int[3]);
    }
    CommandRun run = CommandRun.of("array", "convert", "--force", in.toString(), device.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: %s: is a pipe, a socket or a device, which no file replaces; name a regular file%n"
                .formatted(device));
    assertThat(Files.readAttributes(device, BasicFileAttributes.class).isOther()).isTrue();
  }

  @Test
  void everyTypeBecomesEveryOtherAsInNumpy() {
    NumpyArrays numpy = new NumpyArrays(folder);
    List<String> cases = numpy.run("casts", List.of(), "11");
    for (int i = 0; i < cases.size(); i++) {
      String[] words = cases.get(i).split(" ", -1);
      CommandRun run =
          convert(
              numpy.in(i),
              numpy.out(i),
              "--type",
              words[1],
              "--order",
              words[2],
              "--storage",
              words[3]);
      assertThat(run.status()).as(run.diagnostics()).isZero();
      assertThat(run.diagnostics()).as(cases.get(i)).doesNotContain("out of the range");
    }
    assertThat(numpy.run("check-casts", cases)).isEqualTo(Collections.nCopies(cases.size(), "ok"));
  }

  @ParameterizedTest
  @CsvSource({
    "int8, 5, -128.0, 127.0",
    "uint8, 6, 0.0, 255.0",
    "int16, 5, -32768.0, 32767.0",
    "uint32, 6, 0.0, 4.294967295E9",
    "int64, 5, -9.223372036854776E18, 9.223372036854776E18",
    "uint64, 6, 0.0, 1.8446744073709552E19",
    "float16, 2, -Infinity, Infinity",
    "float32, 2, -Infinity, Infinity"
  })
  void whatIsOutOfRangeBecomesTheNearestNumberAndIsCounted(
      String type, int lost, double low, double high) throws Exception {
    Path file =
        SmallArrays.doubles(
            folder.resolve("a.npy"),
            Shape.of(6),
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            -1e300,
            -1,
            1e300,
            Double.POSITIVE_INFINITY);
    Path other = folder.resolve("b.npy");
    CommandRun run = convert(file.toString(), other.toString(), "--type", type);
    String became = type.startsWith("float") ? "infinite" : "the nearest number in it";
    assertThat(run.diagnostics())
        .contains(lost + " numbers were out of the range of " + type + " and became " + became);
    Path back = folder.resolve("c.npy");
    CommandRun _ = convert(other.toString(), back.toString(), "--type", "float64");
    double[] values = SmallArrays.read(back);
    assertThat(values[1]).isEqualTo(low);
    assertThat(values[2]).isEqualTo(low);
    assertThat(values[4]).isEqualTo(high);
    assertThat(values[5]).isEqualTo(high);
    assertThat(values[0]).isEqualTo(Double.valueOf(type.startsWith("float") ? Double.NaN : 0));
  }

  @ParameterizedTest
  @CsvSource({"c, fortran", "fortran, c"})
  void largeArraysChangeTheirStorageOrder(String from, String to) throws Exception {
    double[] values = new double[1100 * 1300];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    Path file = SmallArrays.doubles(folder.resolve("a.npy"), Shape.of(1100, 1300), values);
    Path first = folder.resolve("b.npy");
    Path second = folder.resolve("c.npy");
    assertThat(convert(file.toString(), first.toString(), "--storage", from).status()).isZero();
    assertThat(convert(first.toString(), second.toString(), "--storage", to).status()).isZero();
    assertThat(CommandRun.of("array", "info", second.toString(), "--json").results())
        .contains("\"storage\" : \"" + to + "\"");
    assertThat(SmallArrays.read(second)).isEqualTo(values);
  }

  @Test
  void anExistingFileIsLeftAloneUnlessForced() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    Path other = Files.writeString(folder.resolve("b.npy"), "precious");
    CommandRun refused = convert(file.toString(), other.toString());
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.diagnostics())
        .isEqualTo(
            "penstock: "
                + other
                + ": exists already; choose another name, or replace it with --force\n");
    assertThat(other).hasContent("precious");
    assertThat(convert(file.toString(), other.toString(), "--force").status()).isZero();
    assertThat(other).hasSameBinaryContentAs(file);
  }

  @Test
  void aDeviceIsRefusedAndNobodyToldToRemoveIt() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    for (String way : new String[] {"--storage=c", "--force"}) {
      CommandRun refused = convert(file.toString(), "/dev/full", "--raw-out", way);
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.diagnostics())
          .startsWith(
              "penstock: /dev/full: is a pipe, a socket or a device, which no file replaces;")
          .doesNotContain("remove");
    }
  }

  @Test
  void aFileMayReplaceItself() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    String name = file.toString();
    assertThat(convert(name, name, "--force", "--storage", "fortran").status()).isZero();
    assertThat(SmallArrays.read(file)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  @Test
  void imaginaryPartsThatAreLeftOutAreSaid() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    Path complex = folder.resolve("b.npy");
    assertThat(convert(file.toString(), complex.toString(), "--type", "complex64").diagnostics())
        .isEmpty();
    assertThat(
            convert(complex.toString(), folder.resolve("c.npy").toString(), "--type", "float64")
                .diagnostics())
        .isEqualTo("penstock: the imaginary parts were left out\n");
    assertThat(SmallArrays.read(folder.resolve("c.npy"))).isEqualTo(SmallArrays.read(file));
  }

  private static CommandRun convert(String in, String out, String... options) {
    return CommandRun.of(SmallArrays.words(List.of("array", "convert", in, out), List.of(options)));
  }
}
