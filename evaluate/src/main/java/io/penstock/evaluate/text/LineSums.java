package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.LineReader;
import io.penstock.text.Lines;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The cost of going over the lines of a log, one after the other: the sum of their lengths.
final class LineSums implements Question {
  private static final String ID = "text.lines";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass("text-lines", extent.log(), LogText.LENGTHS);
    return Stream.of(
        TextExtent.cached(
                ID,
                "Lines of a log, one after the other: the sum of their lengths",
                "Reading/Writing Text Files")
            .on(work)
            .pass("data-input-stream", CLASSIC, text -> dataInputStream(text.path()))
            .alias("readLine1")
            .pass("buffered-reader", CLASSIC, text -> Tokens.lines(text.path(), String::length))
            .alias("readLine2")
            .pass("files-lines", JDK, text -> filesLines(text.path()))
            .command(
                "awk",
                Commands.counting("awk", "{ sum += length($0) } END { printf \"%.0f\\n\", sum }"))
            .pass("penstock", PENSTOCK, text -> slices(text.path()))
            .pass("penstock-line-reader", PENSTOCK, text -> lineReader(text.path()))
            .pass("penstock-strings", PENSTOCK, text -> strings(text.path()))
            .on(work.threads(extent.threads()))
            .pass("penstock-parallel", PENSTOCK, text -> parallel(text.path(), text.threads()))
            .on(work)
            .program("c-getline", C, extent.c())
            .program("c-memchr", C, extent.c())
            .history("readLine2 over readLine1, speed", 1.2, "x", "buffered-reader")
            .remark(
                "data-input-stream has a BufferedInputStream of 8 KiB below it. Those of Penstock"
                    + " are slices of bytes; penstock-strings makes a String of each.")
            .goal(2.5, "penstock", "buffered-reader")
            .goal(1, "penstock", "c-getline"));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Read lines as slices of bytes (Lines): %.1f times as fast as BufferedReader.readLine, %.1f"
            + " times where each is needed as a String.",
        findings.ratio(ID, "penstock", "buffered-reader"),
        findings.ratio(ID, "penstock-strings", "buffered-reader"));
  }

  /// As the article has it, but for the buffer, without which it takes minutes.
  @SuppressWarnings("deprecation")
  private static long dataInputStream(Path path) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      long sum = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sum += line.length();
      }
      return sum;
    }
  }

  private static long filesLines(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      return lines.mapToLong(String::length).sum();
    }
  }

  private static long strings(Path path) throws IOException {
    long[] sum = {0};
    Lines.of(path).forEach(line -> sum[0] += line.toString().length());
    return sum[0];
  }

  private static long slices(Path path) throws IOException {
    long[] sum = {0};
    Lines.of(path).forEach(line -> sum[0] += line.length());
    return sum[0];
  }

  private static long lineReader(Path path) throws IOException {
    try (LineReader lines = Lines.of(path).open()) {
      long sum = 0;
      while (lines.next()) {
        sum += lines.line().length();
      }
      return sum;
    }
  }

  private static long parallel(Path path, int threads) throws IOException {
    return Lines.of(path)
        .parallel(threads)
        .mapReduce(() -> new long[1], (sum, line) -> sum[0] += line.length(), LineSums::plus)[0];
  }

  private static long[] plus(long[] one, long[] other) {
    one[0] += other[0];
    return one;
  }
}
