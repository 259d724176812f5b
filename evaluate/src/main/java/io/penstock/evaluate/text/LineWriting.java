package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import io.penstock.text.Template;
import io.penstock.text.TextWriter;
import io.penstock.text.WriterOptions;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/// The cost of writing lines of numbers to a file that is made anew in each run; a line is an
/// operation.
final class LineWriting implements Question {
  private static final String CONSTANT = "The square of 5 is 25";

  /// Without the separators of thousands that a number has otherwise.
  private static final String MESSAGE = "The square of {0,number,#} is {1,number,#}";

  private static final Template SQUARE = Template.of("The square of {} is {}\n");

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    Program c = setting.tools().drills();
    return Stream.of(
        printing(extent, c),
        Letters.ASCII.experiment("Writing lines of ASCII to a file, by line", extent, c),
        Letters.MIXED.experiment(
            "Writing lines of letters of one to three bytes to a file, by line", extent, c),
        formatting(extent, c));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Write lines with numbers by a template of LineWriter: %.1f times as fast as by + to a"
            + " buffered PrintStream, %.0f times as fast as by MessageFormat.",
        findings.ratio("text.formatting", "penstock-template", "plus"),
        findings.ratio("text.formatting", "penstock-template", "message-format"));
  }

  private static Experiment printing(Extent extent, Program c) {
    String lines = "c-fprintf-line-buffered";
    return Experiment.drill(
            "text.printing",
            "Printing whole numbers to a file, one a line, by line",
            TextChapter.tuning("Buffering"),
            Measure.NANOSECONDS)
        .on(Drill.of("text-printing", 1, extent.batch()))
        .exercise(
            "print-stream-line-buffered",
            CLASSIC,
            printing(numbersByStream(true)),
            entry -> entry.alias("System.out"))
        .exercise(
            "print-stream-buffered",
            CLASSIC,
            printing(numbersByStream(false)),
            entry -> entry.alias("approach 5"))
        .exercise("buffered-writer", JDK, printing(LineWriting::bufferedWriter))
        .exercise(
            "penstock-line-buffered",
            PENSTOCK,
            printing(LineWriting::lineBuffered),
            entry -> entry.against(lines))
        .exercise("penstock", PENSTOCK, printing(LineWriting::buffered))
        .program("c-fprintf", C, c)
        .program(lines, C, c)
        .history("approach 5 over System.out, speed", 3, "x", "print-stream-buffered");
  }

  private static Experiment formatting(Extent extent, Program c) {
    return Experiment.drill(
            "text.formatting",
            "Writing lines with two numbers to a file, by line",
            TextChapter.tuning("Formatting Costs"),
            Measure.NANOSECONDS)
        .on(Drill.of("text-formatting", 1, extent.batch()))
        .exercise(
            "fixed",
            CLASSIC,
            writing((file, lines) -> print(file, lines, _ -> CONSTANT), _ -> CONSTANT),
            entry -> entry.alias("format1"))
        .exercise(
            "plus",
            CLASSIC,
            squares((file, lines) -> print(file, lines, LineWriting::plus)),
            entry -> entry.alias("format2"))
        .exercise(
            "message-format",
            CLASSIC,
            squares(LineWriting::precompiled),
            entry -> entry.alias("format3"))
        .exercise(
            "message-format-static",
            CLASSIC,
            squares(
                (file, lines) -> print(file, lines, n -> MessageFormat.format(MESSAGE, n, n * n))),
            entry -> entry.alias("format4"))
        .exercise(
            "string-format",
            JDK,
            squares(
                (file, lines) ->
                    print(
                        file,
                        lines,
                        n -> String.format(Locale.ROOT, "The square of %d is %d", n, n * n))))
        .exercise("plus-buffered-writer", JDK, squares(LineWriting::writer))
        .exercise("penstock", PENSTOCK, squares(LineWriting::numbers))
        .exercise("penstock-template", PENSTOCK, squares(LineWriting::template))
        .program("c-fprintf", C, c)
        .history("format1, a fixed string", 1.3, "s", "fixed")
        .history("format2, by +", 1.8, "s", "plus")
        .history("format3, MessageFormat compiled before", 7.8, "s", "message-format")
        .history("format4 over format3, time", 4 / 3.0, "x", "message-format-static")
        .remark(
            "fixed writes the same line each time. It and all but plus-buffered-writer and those of"
                + " Penstock print to a PrintStream with a buffer.")
        .goal(2, "penstock-template", "plus-buffered-writer");
  }

  /// The writing of a file, from opening it to closing it.
  @FunctionalInterface
  interface Writing {
    /// Writes lines 1 to `lines`.
    ///
    /// @throws IOException if it cannot be written
    void lines(Path file, long lines) throws IOException;
  }

  private static Exercise printing(Writing writing) {
    return writing(writing, Long::toString);
  }

  private static Exercise squares(Writing writing) {
    return writing(writing, LineWriting::plus);
  }

  private static Exercise writing(Writing writing, LongFunction<String> expected) {
    return task -> session(task, writing, expected, StandardCharsets.UTF_8);
  }

  /// A file of lines, written over and over.
  ///
  /// @param expected line by number
  /// @param charset in which the file is to be read
  static Exercise.Session session(
      DrillTask task, Writing writing, LongFunction<String> expected, Charset charset) {
    return new Written(task.meeting(), writing, expected, charset, new Batch(task));
  }

  private static Writing numbersByStream(boolean flush) {
    return (file, lines) -> {
      OutputStream out = new BufferedOutputStream(new FileOutputStream(file.toFile()));
      try (PrintStream stream = new PrintStream(out, flush, StandardCharsets.UTF_8)) {
        for (long n = 1; n <= lines; n++) {
          stream.println(n);
        }
      }
    };
  }

  private static void bufferedWriter(Path file, long lines) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (long n = 1; n <= lines; n++) {
        writer.write(Long.toString(n));
        writer.write('\n');
      }
    }
  }

  private static void lineBuffered(Path file, long lines) throws IOException {
    try (TextWriter writer =
        TextWriter.lineBuffered(new FileOutputStream(file.toFile()), WriterOptions.usual())) {
      write(writer, lines);
    }
  }

  private static void buffered(Path file, long lines) throws IOException {
    try (TextWriter writer = TextWriter.create(file)) {
      write(writer, lines);
    }
  }

  private static void write(TextWriter writer, long lines) throws IOException {
    for (long n = 1; n <= lines; n++) {
      writer.number(n).newline();
    }
  }

  private static String plus(long n) {
    return "The square of " + n + " is " + n * n;
  }

  private static void print(Path file, long lines, LongFunction<String> line) throws IOException {
    try (PrintStream out =
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(file.toFile())),
            false,
            StandardCharsets.UTF_8)) {
      for (long n = 1; n <= lines; n++) {
        out.println(line.apply(n));
      }
    }
  }

  private static void precompiled(Path file, long lines) throws IOException {
    MessageFormat format = new MessageFormat(MESSAGE, Locale.ROOT);
    Object[] values = new Object[2];
    print(
        file,
        lines,
        n -> {
          values[0] = n;
          values[1] = n * n;
          return format.format(values);
        });
  }

  private static void writer(Path file, long lines) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (long n = 1; n <= lines; n++) {
        writer.write("The square of " + n + " is " + n * n + "\n");
      }
    }
  }

  private static void numbers(Path file, long lines) throws IOException {
    try (TextWriter writer = TextWriter.create(file)) {
      for (long n = 1; n <= lines; n++) {
        writer.text("The square of ").number(n).text(" is ").number(n * n).newline();
      }
    }
  }

  private static void template(Path file, long lines) throws IOException {
    try (TextWriter writer = TextWriter.create(file)) {
      for (long n = 1; n <= lines; n++) {
        writer.fill(SQUARE).with(n).with(n * n);
      }
    }
  }

  /// A file of lines, written over and over.
  private static final class Written implements Exercise.Session {
    private final Path file;
    private final Writing writing;
    private final LongFunction<String> expected;
    private final Charset charset;
    private final Batch batch;
    private long lines;

    private Written(
        Path file, Writing writing, LongFunction<String> expected, Charset charset, Batch batch) {
      this.file = file;
      this.writing = writing;
      this.expected = expected;
      this.charset = charset;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(
          times -> {
            lines = times;
            writing.lines(file, times);
          });
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
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

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }
}
