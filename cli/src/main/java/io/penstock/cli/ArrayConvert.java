package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.StorageOrder;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.TaskTeam;
import io.penstock.cli.array.Transcription;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.file.Raw;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The verb `array convert`.
@Command(
    name = "convert",
    description = "Writes an array in another format, type, byte order or storage order.",
    footer = {
      "",
      "Numbers are converted as NumPy's astype does. What is out of range becomes the "
          + "nearest number in range, NaN becomes 0 among whole numbers; how many these were is "
          + "said. OUT appears when it is complete."
    })
final class ArrayConvert extends Action {
  @Mixin private ArraySource source = new ArraySource();
  @Mixin private ArrayTarget target = new ArrayTarget();
  @Mixin private ArrayTeam team = new ArrayTeam();

  @Parameters(index = "0", paramLabel = "IN", description = "An array file.")
  private Path in;

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.")
  private Path out;

  @Override
  void pick(Arguments arguments) {
    source.pick(arguments);
    target.pick(arguments);
    team.pick(arguments);
    List<String> operands = arguments.operands(2, 2);
    in = Path.of(operands.get(0));
    out = Path.of(operands.get(1));
  }

  @Override
  int perform() throws IOException {
    try (ArrayFile array = source.open(in)) {
      Format format = target.format(out, array.format(), array.format().shape());
      Cut all = Cut.whole(format.shape());
      copy(array, all, target, out, format, team.team(), results(), diagnostics());
    }
    return ExitCode.OK;
  }

  /// Makes a new array file of a part of another, and prints the result.
  static void copy(
      ArrayFile source,
      Cut cut,
      ArrayTarget made,
      Path out,
      Format format,
      TaskTeam team,
      PrintWriter results,
      PrintWriter diagnostics)
      throws IOException {
    DataType type = source.format().type();
    long bytes = cut.shape().size() * type.bytes() * type.components();
    long lost;
    try (ArrayFile target = made.create(out, format);
        ProgressLine progress = ProgressLine.of(diagnostics, bytes)) {
      lost = Transcription.run(source, cut, target, team, progress);
    }
    warn(type, format.type(), lost, diagnostics);
    report(out, format, results);
  }

  private static void warn(DataType from, DataType to, long lost, PrintWriter diagnostics) {
    if (from.components() > to.components() && to != DataType.BOOL) {
      diagnostics.println("penstock: the imaginary parts were left out");
    }
    if (lost > 0) {
      diagnostics.println(
          String.format(
              Locale.ROOT,
              "penstock: %s out of the range of %s and became %s",
              lost == 1 ? "1 number was" : lost + " numbers were",
              to.label(),
              replacement(to)));
    }
    diagnostics.flush();
  }

  private static String replacement(DataType to) {
    boolean floating = to.element() == ElementType.FLOAT || to.element() == ElementType.DOUBLE;
    return floating ? "infinite" : "the nearest number in it";
  }

  private static void report(Path out, Format format, PrintWriter results) {
    results.println(
        String.format(
            Locale.ROOT,
            "%s: %s of shape %s, %d bytes",
            Escapes.of(out.toString()),
            format.type().label(),
            format.shape(),
            format.dataBytes()));
    if (format instanceof Raw raw) {
      results.println("read it with " + options(raw));
    }
  }

  private static String options(Raw raw) {
    String shape =
        Arrays.stream(raw.shape().toArray())
            .mapToObj(Long::toString)
            .collect(Collectors.joining("x"));
    return String.format(
        Locale.ROOT,
        "--raw %s,%s,%s%s",
        raw.type().label(),
        raw.order() == ByteOrder.BIG_ENDIAN ? "big" : "little",
        shape.isEmpty() ? "scalar" : shape,
        raw.storage() == StorageOrder.COLUMN_MAJOR ? " --raw-storage fortran" : "");
  }
}
