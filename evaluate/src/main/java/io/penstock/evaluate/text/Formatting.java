package io.penstock.evaluate.text;

import io.penstock.text.Template;
import io.penstock.text.TextWriter;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.function.LongFunction;

/// Ways of writing lines with two numbers: `The square of 5 is 25`.
final class Formatting implements LineWriting {
  static final String FIXED = "fixed";
  static final String PLUS = "plus";
  static final String PRECOMPILED = "message-format";
  static final String STATIC = "message-format-static";
  static final String FORMAT = "string-format";
  static final String WRITER = "plus-buffered-writer";
  static final String PENSTOCK = "penstock";
  static final String TEMPLATE = "penstock-template";

  private static final String CONSTANT = "The square of 5 is 25";

  /// Without the separators of thousands that a number has otherwise.
  private static final String MESSAGE = "The square of {0,number,#} is {1,number,#}";

  private static final Template SQUARE = Template.of("The square of {} is {}\n");

  @Override
  public Writing of(Subject subject) {
    return switch (subject.way()) {
      case FIXED -> (file, lines) -> print(file, lines, _ -> CONSTANT);
      case PLUS -> (file, lines) -> print(file, lines, Formatting::plus);
      case PRECOMPILED -> Formatting::precompiled;
      case STATIC ->
          (file, lines) -> print(file, lines, n -> MessageFormat.format(MESSAGE, n, n * n));
      case FORMAT ->
          (file, lines) ->
              print(
                  file, lines, n -> String.format(Locale.ROOT, "The square of %d is %d", n, n * n));
      case WRITER -> Formatting::writer;
      case PENSTOCK -> Formatting::numbers;
      case TEMPLATE -> Formatting::template;
      default -> throw subject.unknown();
    };
  }

  @Override
  public LongFunction<String> expected(Subject subject) {
    return subject.way().equals(FIXED) ? _ -> CONSTANT : Formatting::plus;
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
}
