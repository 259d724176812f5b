package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.text.ByteSlice;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// Parses doubles of 17 digits, one after the other.
final class DoubleParsing implements Exercise {
  static final String PARSE_DOUBLE = "parse-double";
  static final String STRING = "new-string";
  static final String PENSTOCK = "penstock";

  /// The numbers are always the same ones, as many as stay in a cache.
  private static final int NUMBERS = 1024;

  @Override
  public Session prepare(DrillTask task) {
    Subject subject = new Subject(task);
    Parser parser =
        switch (subject.way()) {
          case PARSE_DOUBLE -> strings();
          case STRING -> newStrings();
          case PENSTOCK -> slices();
          default -> throw subject.unknown();
        };
    return new Parsing(parser, new Batch(task));
  }

  private interface Parser {
    double parse(int number);
  }

  private static Parser strings() {
    String[] texts = new String[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      texts[i] = text(i);
    }
    return number -> Double.parseDouble(texts[number]);
  }

  private static Parser newStrings() {
    byte[] texts = bytes();
    int length = texts.length / NUMBERS;
    return number ->
        Double.parseDouble(new String(texts, number * length, length, StandardCharsets.ISO_8859_1));
  }

  private static Parser slices() {
    byte[] texts = bytes();
    int length = texts.length / NUMBERS;
    ByteSlice slice = new ByteSlice();
    return number -> slice.set(texts, number * length, (number + 1) * length).parseDouble();
  }

  private static byte[] bytes() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < NUMBERS; i++) {
      all.append(text(i));
    }
    return all.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /// One digit, a point, and 16 more. The same stands in `text_numbers.c`.
  private static String text(int number) {
    long draw = Draws.at(number) >>> 1;
    return String.format(Locale.ROOT, "%d.%016d", 1 + draw % 9, draw / 9 % 10_000_000_000_000_000L);
  }

  private static final class Parsing implements Session {
    private final Parser parser;
    private final Batch batch;
    private final double[] expected = new double[NUMBERS];
    private final double[] got = new double[NUMBERS];

    Parsing(Parser parser, Batch batch) {
      this.parser = parser;
      this.batch = batch;
      for (int i = 0; i < NUMBERS; i++) {
        expected[i] = Double.parseDouble(text(i));
        got[i] = expected[i];
      }
    }

    @Override
    public void arm(long salt) {
      got[0] = Double.NaN;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) {
      for (long i = 0; i < times; i++) {
        int number = (int) (i % NUMBERS);
        got[number] = parser.parse(number);
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      for (int i = 0; i < NUMBERS; i++) {
        if (got[i] != expected[i]) {
          return Optional.of(
              String.format(Locale.ROOT, "%s gave %s instead of %s", text(i), got[i], expected[i]));
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
