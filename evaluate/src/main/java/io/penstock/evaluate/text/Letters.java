package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.text.TextWriter;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The letters of lines that are Strings already, and the cost of writing such lines to a file.
///
/// @param word in the experiment's name
/// @param sizes of letters in bytes, in UTF-8
record Letters(String word, List<Integer> sizes) {
  /// Letters of one byte each.
  static final Letters ASCII = new Letters("ascii", List.of(1));

  /// Letters of one to three bytes each.
  static final Letters MIXED = new Letters("mixed", List.of(1, 1, 1, 1, 2, 2, 2, 3));

  /// The lines are always the same ones, as many as stay in a cache.
  private static final int LINES = 256;

  private static final int SHORTEST = 40;
  private static final int VARIETY = 40;

  /// The first letters of one, two and three bytes.
  private static final char[] FIRSTS = {0, 'a', '\u0430', '\u4e20'};

  private static final int ALPHABET = 16;

  /// Copies the list.
  Letters {
    sizes = List.copyOf(sizes);
  }

  Experiment experiment(String title, TextExtent extent) {
    return TextExtent.drill(
            "text.writing." + word, title, "Reading/Writing Text Files", Measure.NANOSECONDS)
        .on(Drill.of("text-writing", 1, extent.batch()).with("letters", word))
        .exercise("write-bytes", CLASSIC, this::lowBytes)
        .exercise(
            "print-writer",
            CLASSIC,
            writing(
                file ->
                    new PrintWriter(
                        new OutputStreamWriter(
                            new FileOutputStream(file.toFile()), StandardCharsets.UTF_8)),
                texts -> (out, n) -> out.println(line(texts, n))))
        .exercise(
            "print-stream",
            CLASSIC,
            writing(LineWriting::printStream, texts -> (out, n) -> out.println(line(texts, n))))
        .exercise(
            "buffered-writer",
            JDK,
            writing(
                Files::newBufferedWriter,
                texts ->
                    (out, n) -> {
                      out.write(line(texts, n));
                      out.write('\n');
                    }))
        .exercise(
            "get-bytes",
            JDK,
            writing(
                LineWriting::buffered,
                texts ->
                    (out, n) -> {
                      out.write(line(texts, n).getBytes(StandardCharsets.UTF_8));
                      out.write('\n');
                    }))
        .exercise(
            "penstock",
            PENSTOCK,
            writing(TextWriter::create, texts -> (out, n) -> out.text(line(texts, n)).newline()))
        .program("c-fputs", C, extent.c())
        .program("c-fprintf", C, extent.c())
        .remark(
            "Lines of 40 to 79 letters. write-bytes is DataOutputStream's, without UTF-8: of each"
                + " char it keeps the low byte. All others write UTF-8; those of C have it"
                + " already.");
  }

  private <W extends Closeable> Exercise writing(
      LineWriting.Opening<W> opening, Function<String[], LineWriting.Line<W>> line) {
    return task -> {
      String[] texts = texts();
      return LineWriting.session(
          opening, line.apply(texts), n -> line(texts, n), StandardCharsets.UTF_8, task);
    };
  }

  /// Whoever writes the low bytes of chars loses the rest.
  private Exercise.Session lowBytes(DrillTask task) {
    String[] texts = texts();
    return LineWriting.session(
        file -> new DataOutputStream(LineWriting.buffered(file)),
        (out, n) -> {
          out.writeBytes(line(texts, n));
          out.write('\n');
        },
        n -> lowBytes(line(texts, n)),
        StandardCharsets.ISO_8859_1,
        task);
  }

  private static String lowBytes(String text) {
    StringBuilder low = new StringBuilder();
    text.chars().forEach(c -> low.append((char) (c & 0xff)));
    return low.toString();
  }

  private String[] texts() {
    return IntStream.range(0, LINES).mapToObj(this::text).toArray(String[]::new);
  }

  /// The same stands in `text_writing.c`.
  private String text(int number) {
    int length = SHORTEST + Draws.below(VARIETY, number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      long draw = (long) (number + 1) * LINES + i;
      int size = sizes.get(Draws.below(sizes.size(), draw));
      text.append((char) (FIRSTS[size] + Draws.below(ALPHABET, ~draw)));
    }
    return text.toString();
  }

  private static String line(String[] texts, long number) {
    return texts[(int) (number % LINES)];
  }
}
