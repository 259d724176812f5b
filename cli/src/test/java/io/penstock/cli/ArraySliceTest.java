package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArraySliceTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"7", "20260101"})
  void slicesAreNumpys(String seed) {
    NumpyArrays numpy = new NumpyArrays(folder);
    List<String> cases = numpy.run("slices", List.of(), seed);
    for (int i = 0; i < cases.size(); i++) {
      String slices = cases.get(i).substring(cases.get(i).indexOf(' ') + 1);
      CommandRun run =
          CommandRun.of("array", "slice", numpy.in(i), slices, numpy.out(i), "--threads", "2");
      assertThat(run.diagnostics()).as(slices).isEmpty();
      assertThat(run.status()).isZero();
    }
    assertThat(numpy.run("check-slices", cases)).isEqualTo(Collections.nCopies(cases.size(), "ok"));
  }

  @Test
  void theResultIsDescribed() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    CommandRun npy = slice(file, "1:,::2", folder.resolve("b.npy"));
    assertThat(npy.results()).endsWith("b.npy: float64 of shape 2 x 2, 32 bytes\n");
    CommandRun raw = slice(file, "1:,::2", folder.resolve("b.bin"), "--raw-out", "--order", "big");
    assertThat(raw.results()).endsWith("read it with --raw float64,big,2x2\n");
  }

  @Test
  void whatItWroteRawItReadsAsItSays() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    Path raw = folder.resolve("b.bin");
    String results =
        slice(file, "...", raw, "--raw-out", "--order", "big", "--storage", "fortran").results();
    List<String> options = List.of(results.strip().split("read it with ", -1)[1].split(" ", -1));
    CommandRun stats =
        CommandRun.of(SmallArrays.words(List.of("array", "stats", raw.toString()), options));
    assertThat(stats.results()).contains("max       11.0", "mean      5.5");
  }

  /// Signalling NaNs among them.
  @ParameterizedTest
  @CsvSource({"little, little", "little, big", "big, little"})
  void everyHalfKeepsItsBits(String from, String to) throws Exception {
    ByteBuffer halves = ByteBuffer.allocate(2 << 16);
    halves.order(from.equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    ByteBuffer expected = ByteBuffer.allocate(2 << 16);
    expected.order(to.equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 1 << 16; i++) {
      halves.putShort((short) i);
      expected.putShort((short) (0xffff - i));
    }
    Path file = Files.write(folder.resolve("h.bin"), halves.array());
    Path back = folder.resolve("b.bin");
    String raw = "float16," + from + ",65536";
    CommandRun run = slice(file, "::-1", back, "--raw", raw, "--raw-out", "--order", to);
    assertThat(run.status()).as(run.diagnostics()).isZero();
    assertThat(ByteBuffer.wrap(Files.readAllBytes(back)).mismatch(expected.rewind())).isEqualTo(-1);
  }

  private static CommandRun slice(Path file, String slices, Path out, String... options) {
    return CommandRun.of(
        SmallArrays.words(
            List.of("array", "slice", file.toString(), slices, out.toString()), List.of(options)));
  }
}
