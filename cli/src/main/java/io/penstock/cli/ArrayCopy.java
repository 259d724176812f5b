package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.StorageOrder;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Team;
import io.penstock.cli.array.Transcription;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.file.Raw;
import io.penstock.report.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Makes a new array file of a part of another, and says what came of it.
///
/// @param session takes results and diagnostics
record ArrayCopy(Session session, Team team) {
  void run(ArrayFile source, Cut cut, ArrayTarget made, Path out, Format format)
      throws IOException {
    long lost;
    try (ArrayFile target = made.create(out, format);
        ProgressLine progress = progress(source.format().type(), cut)) {
      lost = Transcription.run(source, cut, target, team, progress);
    }
    warn(source.format().type(), format.type(), lost);
    report(out, format);
  }

  private ProgressLine progress(DataType type, Cut cut) {
    long bytes = cut.shape().size() * type.bytes() * type.components();
    return new ProgressLine(session.diagnostics(), Terminal.ofStandardError().interactive(), bytes);
  }

  private void warn(DataType from, DataType to, long lost) {
    PrintWriter diagnostics = session.diagnostics();
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

  private void report(Path out, Format format) {
    PrintWriter results = session.results();
    results.println(
        String.format(
            Locale.ROOT,
            "%s: %s of shape %s, %d bytes",
            out,
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
