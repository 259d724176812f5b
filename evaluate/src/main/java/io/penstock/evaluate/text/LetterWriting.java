package io.penstock.evaluate.text;

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
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;

/// Ways of writing lines of letters that are Strings already.
final class LetterWriting implements LineWriting {
  static final String WRITE_BYTES = "write-bytes";
  static final String PRINT_WRITER = "print-writer";
  static final String PRINT_STREAM = "print-stream";
  static final String WRITER = "buffered-writer";
  static final String GET_BYTES = "get-bytes";
  static final String PENSTOCK = "penstock";

  /// The option that says whose letters these are.
  static final String LETTERS = "letters";

  static final String ASCII = "ascii";
  static final String MIXED = "mixed";

  /// The lines are always the same ones, as many as stay in a cache.
  private static final int LINES = 256;

  private static final int SHORTEST = 40;
  private static final int VARIETY = 40;

  /// Of bytes in UTF-8.
  private static final int[] SIZES = {1, 1, 1, 1, 2, 2, 2, 3};

  /// The first letters of one, two and three bytes.
  private static final char[] FIRSTS = {0, 'a', '\u0430', '\u4e20'};

  private static final int ALPHABET = 16;

  @Override
  public Writing of(Subject subject) {
    String[] texts = texts(subject);
    return switch (subject.way()) {
      case WRITE_BYTES -> (file, lines) -> writeBytes(file, lines, texts);
      case PRINT_WRITER -> (file, lines) -> printWriter(file, lines, texts);
      case PRINT_STREAM -> (file, lines) -> printStream(file, lines, texts);
      case WRITER -> (file, lines) -> writer(file, lines, texts);
      case GET_BYTES -> (file, lines) -> getBytes(file, lines, texts);
      case PENSTOCK -> (file, lines) -> penstock(file, lines, texts);
      default -> throw subject.unknown();
    };
  }

  /// Who writes the low bytes of chars loses the rest.
  @Override
  public LongFunction<String> expected(Subject subject) {
    String[] texts = texts(subject);
    if (subject.way().equals(WRITE_BYTES)) {
      for (int i = 0; i < LINES; i++) {
        texts[i] = lowBytes(texts[i]);
      }
    }
    return n -> line(texts, n);
  }

  @Override
  public Charset charset(Subject subject) {
    return subject.way().equals(WRITE_BYTES) ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
  }

  private static String lowBytes(String text) {
    StringBuilder low = new StringBuilder();
    text.chars().forEach(c -> low.append((char) (c & 0xff)));
    return low.toString();
  }

  private static String[] texts(Subject subject) {
    boolean mixed = subject.option(LETTERS).equals(MIXED);
    String[] texts = new String[LINES];
    for (int i = 0; i < LINES; i++) {
      texts[i] = text(i, mixed);
    }
    return texts;
  }

  /// The same stands in `text_writing.c`.
  private static String text(int number, boolean mixed) {
    int length = SHORTEST + Draws.below(VARIETY, number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      long draw = (long) (number + 1) * LINES + i;
      int size = mixed ? SIZES[Draws.below(SIZES.length, draw)] : 1;
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
