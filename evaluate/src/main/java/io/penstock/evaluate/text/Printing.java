package io.penstock.evaluate.text;

import io.penstock.text.TextWriter;
import io.penstock.text.WriterOptions;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;

/// Ways of printing whole numbers, one a line.
final class Printing implements LineWriting {
  static final String LINE_BUFFERED = "print-stream-line-buffered";
  static final String BUFFERED = "print-stream-buffered";
  static final String WRITER = "buffered-writer";
  static final String PENSTOCK_LINES = "penstock-line-buffered";
  static final String PENSTOCK = "penstock";

  @Override
  public Writing of(Subject subject) {
    return switch (subject.way()) {
      case LINE_BUFFERED -> (file, lines) -> printStream(file, lines, true);
      case BUFFERED -> (file, lines) -> printStream(file, lines, false);
      case WRITER -> Printing::writer;
      case PENSTOCK_LINES -> Printing::lineBuffered;
      case PENSTOCK -> Printing::buffered;
      default -> throw subject.unknown();
    };
  }

  @Override
  public LongFunction<String> expected(Subject subject) {
    return Long::toString;
  }

  private static void printStream(Path file, long lines, boolean flush) throws IOException {
    OutputStream out = new BufferedOutputStream(new FileOutputStream(file.toFile()));
    try (PrintStream stream = new PrintStream(out, flush, StandardCharsets.UTF_8)) {
      for (long n = 1; n <= lines; n++) {
        stream.println(n);
      }
    }
  }

  private static void writer(Path file, long lines) throws IOException {
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
}
