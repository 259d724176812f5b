package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.text.TextWriter;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

  /// The writing of lines.
  private interface Writing {
    void lines(Path file, long lines, String[] texts) throws IOException;
  }

  Experiment experiment(String title, Extent extent, Program c) {
    return Experiment.drill(
            "text.writing." + word,
            title,
            TextChapter.tuning("Reading/Writing Text Files"),
            Measure.NANOSECONDS)
        .on(Drill.of("text-writing", 1, extent.batch()).with("letters", word))
        .exercise("write-bytes", CLASSIC, this::lowBytes)
        .exercise("print-writer", CLASSIC, writing(Letters::printWriter))
        .exercise("print-stream", CLASSIC, writing(Letters::printStream))
        .exercise("buffered-writer", JDK, writing(Letters::writer))
        .exercise("get-bytes", JDK, writing(Letters::getBytes))
        .exercise("penstock", PENSTOCK, writing(Letters::penstock))
        .program("c-fputs", C, c)
        .program("c-fprintf", C, c)
        .remark(
            "Lines of 40 to 79 letters. write-bytes is DataOutputStream's, without UTF-8: of each"
                + " char it keeps the low byte. All others write UTF-8; those of C have it already.");
  }

  private Exercise writing(Writing writing) {
    return task -> {
      String[] texts = texts();
      return LineWriting.session(
          task,
          (file, lines) -> writing.lines(file, lines, texts),
          n -> line(texts, n),
          StandardCharsets.UTF_8);
    };
  }

  /// Who writes the low bytes of chars loses the rest.
  private Exercise.Session lowBytes(DrillTask task) {
    String[] texts = texts();
    return LineWriting.session(
        task,
        (file, lines) -> writeBytes(file, lines, texts),
        n -> lowBytes(line(texts, n)),
        StandardCharsets.ISO_8859_1);
  }

  private static String lowBytes(String text) {
    StringBuilder low = new StringBuilder();
    text.chars().forEach(c -> low.append((char) (c & 0xff)));
    return low.toString();
  }

  private String[] texts() {
    String[] texts = new String[LINES];
    for (int i = 0; i < LINES; i++) {
      texts[i] = text(i);
    }
    return texts;
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

  private static OutputStream open(Path file) throws IOException {
    return new FileOutputStream(file.toFile());
  }

  private static void writeBytes(Path file, long lines, String[] texts) throws IOException {
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(open(file)))) {
      for (long n = 1; n <= lines; n++) {
        out.writeBytes(line(texts, n));
        out.write('\n');
      }
    }
  }

  private static void printWriter(Path file, long lines, String[] texts) throws IOException {
    try (PrintWriter out =
        new PrintWriter(new OutputStreamWriter(open(file), StandardCharsets.UTF_8))) {
      for (long n = 1; n <= lines; n++) {
        out.println(line(texts, n));
      }
    }
  }

  private static void printStream(Path file, long lines, String[] texts) throws IOException {
    OutputStream buffered = new BufferedOutputStream(open(file));
    try (PrintStream out = new PrintStream(buffered, false, StandardCharsets.UTF_8)) {
      for (long n = 1; n <= lines; n++) {
        out.println(line(texts, n));
      }
    }
  }

  private static void writer(Path file, long lines, String[] texts) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (long n = 1; n <= lines; n++) {
        out.write(line(texts, n));
        out.write('\n');
      }
    }
  }

  private static void getBytes(Path file, long lines, String[] texts) throws IOException {
    try (OutputStream out = new BufferedOutputStream(open(file))) {
      for (long n = 1; n <= lines; n++) {
        out.write(line(texts, n).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
    }
  }

  private static void penstock(Path file, long lines, String[] texts) throws IOException {
    try (TextWriter out = TextWriter.create(file)) {
      for (long n = 1; n <= lines; n++) {
        out.text(line(texts, n)).newline();
      }
    }
  }
}
