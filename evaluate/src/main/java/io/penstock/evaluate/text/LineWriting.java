package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.text.Template;
import io.penstock.text.TextWriter;
import io.penstock.text.WriterOptions;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The cost of writing lines of numbers to a file that is made anew in each run; a line is an
/// operation.
final class LineWriting implements Question {
  private static final String CONSTANT = "The square of 5 is 25";

  /// Without the separators of thousands that a number has otherwise.
  private static final String MESSAGE = "The square of {0,number,#} is {1,number,#}";

  private static final Template SQUARE = Template.of("The square of {} is {}\n");

  /// Sizes of letters in bytes, in UTF-8.
  private static final int[] ASCII = {1};

  private static final int[] MIXED = {1, 1, 1, 1, 2, 2, 2, 3};

  /// The lines of letters are always the same ones, as many as stay in a cache.
  private static final int LINES = 256;

  private static final int SHORTEST = 40;
  private static final int VARIETY = 40;

  /// The first letters of one, two and three bytes.
  private static final char[] FIRSTS = {0, 'a', '\u0430', '\u4e20'};

  private static final int ALPHABET = 16;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    return Stream.of(
        printing(extent),
        letters("ascii", "Writing lines of ASCII to a file, by line", ASCII, extent),
        letters(
            "mixed",
            "Writing lines of letters of one to three bytes to a file, by line",
            MIXED,
            extent),
        formatting(extent));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Write lines with numbers by a template of LineWriter: %.1f times as fast as by + to a"
            + " buffered PrintStream, %.0f times as fast as by MessageFormat.",
        findings.ratio("text.formatting", "penstock-template", "plus"),
        findings.ratio("text.formatting", "penstock-template", "message-format"));
  }

  private static Experiment printing(TextExtent extent) {
    String lines = "c-fprintf-line-buffered";
    return TextExtent.drill(
            "text.printing",
            "Printing whole numbers to a file, one a line, by line",
            "Buffering",
            Measure.NANOSECONDS)
        .on(Drill.of("text-printing", 1, extent.effort().batch()))
        .exercise(
            "print-stream-line-buffered",
            CLASSIC,
            numbers(file -> printStream(file, true), PrintStream::println))
        .alias("System.out")
        .exercise(
            "print-stream-buffered",
            CLASSIC,
            numbers(LineWriting::printStream, PrintStream::println))
        .alias("approach 5")
        .exercise(
            "buffered-writer",
            JDK,
            numbers(
                Files::newBufferedWriter,
                (out, n) -> {
                  out.write(Long.toString(n));
                  out.write('\n');
                }))
        .exercise(
            "penstock-line-buffered",
            PENSTOCK,
            numbers(
                file ->
                    TextWriter.lineBuffered(
                        new FileOutputStream(file.toFile()), WriterOptions.usual()),
                (out, n) -> out.number(n).newline()))
        .against(lines)
        .exercise(
            "penstock", PENSTOCK, numbers(TextWriter::create, (out, n) -> out.number(n).newline()))
        .program("c-fprintf", C, extent.c())
        .program(lines, C, extent.c())
        .history("approach 5 over System.out, speed", 3, "x", "print-stream-buffered");
  }

  /// An experiment on writing lines that are Strings already.
  ///
  /// @param sizes of letters in bytes
  private static Experiment letters(String word, String title, int[] sizes, TextExtent extent) {
    return TextExtent.drill(
            "text.writing." + word, title, "Reading/Writing Text Files", Measure.NANOSECONDS)
        .on(Drill.of("text-writing", 1, extent.effort().batch()).with("letters", word))
        .exercise("write-bytes", CLASSIC, task -> lowBytes(texts(sizes), task))
        .exercise(
            "print-writer",
            CLASSIC,
            writingTexts(
                sizes,
                file ->
                    new PrintWriter(
                        new OutputStreamWriter(
                            new FileOutputStream(file.toFile()), StandardCharsets.UTF_8)),
                texts -> (out, n) -> out.println(line(texts, n))))
        .exercise(
            "print-stream",
            CLASSIC,
            writingTexts(
                sizes, LineWriting::printStream, texts -> (out, n) -> out.println(line(texts, n))))
        .exercise(
            "buffered-writer",
            JDK,
            writingTexts(
                sizes,
                Files::newBufferedWriter,
                texts ->
                    (out, n) -> {
                      out.write(line(texts, n));
                      out.write('\n');
                    }))
        .exercise(
            "get-bytes",
            JDK,
            writingTexts(
                sizes,
                LineWriting::buffered,
                texts ->
                    (out, n) -> {
                      out.write(line(texts, n).getBytes(StandardCharsets.UTF_8));
                      out.write('\n');
                    }))
        .exercise(
            "penstock",
            PENSTOCK,
            writingTexts(
                sizes, TextWriter::create, texts -> (out, n) -> out.text(line(texts, n)).newline()))
        .program("c-fputs", C, extent.c())
        .program("c-fprintf", C, extent.c())
        .remark(
            "Lines of 40 to 79 letters. write-bytes is DataOutputStream's, without UTF-8: of each"
                + " char it keeps the low byte. All others write UTF-8; those of C have it"
                + " already.");
  }

  private static Experiment formatting(TextExtent extent) {
    return TextExtent.drill(
            "text.formatting",
            "Writing lines with two numbers to a file, by line",
            "Formatting Costs",
            Measure.NANOSECONDS)
        .on(Drill.of("text-formatting", 1, extent.effort().batch()))
        .exercise(
            "fixed",
            CLASSIC,
            writing(LineWriting::printStream, (out, _) -> out.println(CONSTANT), _ -> CONSTANT))
        .alias("format1")
        .exercise("plus", CLASSIC, printed(LineWriting::plus))
        .alias("format2")
        .exercise("message-format", CLASSIC, task -> printed(precompiled()).prepare(task))
        .alias("format3")
        .exercise(
            "message-format-static", CLASSIC, printed(n -> MessageFormat.format(MESSAGE, n, n * n)))
        .alias("format4")
        .exercise(
            "string-format",
            JDK,
            printed(n -> String.format(Locale.ROOT, "The square of %d is %d", n, n * n)))
        .exercise(
            "plus-buffered-writer",
            JDK,
            squares(
                Files::newBufferedWriter,
                (out, n) -> out.write("The square of " + n + " is " + n * n + "\n")))
        .exercise(
            "penstock",
            PENSTOCK,
            squares(
                TextWriter::create,
                (out, n) ->
                    out.text("The square of ").number(n).text(" is ").number(n * n).newline()))
        .exercise(
            "penstock-template",
            PENSTOCK,
            squares(TextWriter::create, (out, n) -> out.fill(SQUARE).with(n).with(n * n)))
        .program("c-fprintf", C, extent.c())
        .history("format1, a fixed string", 1.3, "s", "fixed")
        .history("format2, by +", 1.8, "s", "plus")
        .history("format3, MessageFormat compiled before", 7.8, "s", "message-format")
        .history("format4 over format3, time", 4 / 3.0, "x", "message-format-static")
        .remark(
            "fixed writes the same line each time. It and all but plus-buffered-writer and those of"
                + " Penstock print to a PrintStream with a buffer.")
        .goal(2, "penstock-template", "plus-buffered-writer");
  }

  /// The writing of a line, by its number, from 1.
  @FunctionalInterface
  private interface Line<W extends Closeable> {
    /// Writes it.
    ///
    /// @throws IOException if that fails
    void write(W out, long number) throws IOException;
  }

  private static <W extends Closeable> Exercise numbers(
      CheckedFunction<Path, W> opening, Line<W> line) {
    return writing(opening, line, Long::toString);
  }

  private static <W extends Closeable> Exercise squares(
      CheckedFunction<Path, W> opening, Line<W> line) {
    return writing(opening, line, LineWriting::plus);
  }

  private static Exercise printed(LongFunction<String> line) {
    return squares(LineWriting::printStream, (out, n) -> out.println(line.apply(n)));
  }

  private static <W extends Closeable> Exercise writing(
      CheckedFunction<Path, W> opening, Line<W> line, LongFunction<String> expected) {
    return task -> session(opening, line, expected, StandardCharsets.UTF_8, task);
  }

  /// A file of lines, written over and over, from opening it to closing it.
  ///
  /// @param expected line by number
  /// @param charset in which the file is to be read
  private static <W extends Closeable> Exercise.Session session(
      CheckedFunction<Path, W> opening,
      Line<W> line,
      LongFunction<String> expected,
      Charset charset,
      DrillTask task) {
    Path file = task.meeting();
    long[] lines = {0};
    return Exercise.Session.repeating(
        _ -> Files.deleteIfExists(file),
        new Batch(task),
        times -> {
          lines[0] = times;
          try (W out = opening.apply(file)) {
            for (long n = 1; n <= times; n++) {
              line.write(out, n);
            }
          }
        },
        () -> fault(file, lines[0], expected, charset),
        () -> Files.deleteIfExists(file));
  }

  private static Optional<String> fault(
      Path file, long lines, LongFunction<String> expected, Charset charset) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file, charset)) {
      for (long n = 1; n <= lines; n++) {
        String line = in.readLine();
        if (!expected.apply(n).equals(line)) {
          return Optional.of(String.format(Locale.ROOT, "line %d is '%s'", n, line));
        }
      }
      return in.readLine() == null ? Optional.empty() : Optional.of("there are more lines");
    }
  }

  private static OutputStream buffered(Path file) throws IOException {
    return new BufferedOutputStream(new FileOutputStream(file.toFile()));
  }

  private static PrintStream printStream(Path file) throws IOException {
    return printStream(file, false);
  }

  private static PrintStream printStream(Path file, boolean flush) throws IOException {
    return new PrintStream(buffered(file), flush, StandardCharsets.UTF_8);
  }

  /// The writing of the lines of letters, in UTF-8.
  private static <W extends Closeable> Exercise writingTexts(
      int[] sizes, CheckedFunction<Path, W> opening, Function<String[], Line<W>> line) {
    return task -> {
      String[] texts = texts(sizes);
      return session(opening, line.apply(texts), n -> line(texts, n), StandardCharsets.UTF_8, task);
    };
  }

  /// The writing of the low byte of each char alone, as `DataOutputStream.writeBytes` does it.
  private static Exercise.Session lowBytes(String[] texts, DrillTask task) {
    return session(
        file -> new DataOutputStream(buffered(file)),
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

  private static String[] texts(int[] sizes) {
    return IntStream.range(0, LINES).mapToObj(n -> text(n, sizes)).toArray(String[]::new);
  }

  /// The same stands in `text_writing.c`.
  private static String text(int number, int[] sizes) {
    int length = SHORTEST + Draws.below(VARIETY, number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      long draw = (long) (number + 1) * LINES + i;
      int size = sizes[Draws.below(sizes.length, draw)];
      text.append((char) (FIRSTS[size] + Draws.below(ALPHABET, ~draw)));
    }
    return text.toString();
  }

  private static String line(String[] texts, long number) {
    return texts[(int) (number % LINES)];
  }

  private static String plus(long n) {
    return "The square of " + n + " is " + n * n;
  }

  private static LongFunction<String> precompiled() {
    MessageFormat format = new MessageFormat(MESSAGE, Locale.ROOT);
    Object[] values = new Object[2];
    return n -> {
      values[0] = n;
      values[1] = n * n;
      return format.format(values);
    };
  }
}
