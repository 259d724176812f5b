package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.ByteSlice;
import io.penstock.text.Fields;
import io.penstock.text.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The cost of reading the numbers of a text: a field of each line of a log, and doubles of 17
/// digits in memory.
final class FieldSums implements Question {
  /// The field, counted from 0.
  private static final int FIELD = 10;

  private static final int DECIMALS = 3;
  private static final double THOUSAND = 1000;
  private static final int DIGITS = 17;

  /// The numbers are always the same ones, as many as stay in a cache.
  private static final int NUMBERS = 1024;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    Program c = setting.tools().drills();
    return Stream.of(numbers(extent, c), doubles(extent, c));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Parse numbers where they stand in the line: %.1f times as fast as split and"
            + " Double.parseDouble.",
        findings.ratio("text.numbers", "penstock", "split"));
  }

  private static Experiment numbers(Extent extent, Program c) {
    TextWork work = extent.pass("text-numbers", extent.log(), LogText.THOUSANDTHS);
    String awk = "{ sum += $" + (FIELD + 1) + " } END { printf \"%.0f\\n\", 1000 * sum }";
    return Experiment.of(
            "text.numbers",
            "The sum of a field of a log, a number with three decimals",
            TextChapter.tuning("Tokenization"),
            FileState.CACHED)
        .on(work)
        .pass("split", CLASSIC, text -> strings(text.path(), line -> line.split(" ", -1)[FIELD]))
        .pass(
            "substring",
            JDK,
            text -> strings(text.path(), line -> line.substring(line.lastIndexOf(' ') + 1)))
        .exercise("awk", PEER, Commands.counting("awk", awk), Commands::whole)
        .pass("penstock", PENSTOCK, text -> doubles(text.path()))
        .pass("penstock-decimal", PENSTOCK, text -> decimals(text.path()))
        .on(work.threads(extent.threads()))
        .pass("penstock-parallel", PENSTOCK, text -> parallel(text.path(), text.threads()))
        .on(work)
        .program("c", C, c)
        .remark(
            "split takes the line apart at all spaces, substring looks for the last one; C looks for"
                + " each space and calls strtod.")
        .goal(4, "penstock", "split");
  }

  private static Experiment doubles(Extent extent, Program c) {
    return Experiment.drill(
            "text.doubles",
            "Parsing a double of 17 digits",
            TextChapter.tuning("Tokenization"),
            Measure.NANOSECONDS)
        .on(Drill.of("text-doubles", DIGITS, extent.batch()))
        .exercise("parse-double", JDK, task -> new Parsing(strings(), new Batch(task)))
        .exercise("new-string", JDK, task -> new Parsing(newStrings(), new Batch(task)))
        .exercise("penstock", PENSTOCK, task -> new Parsing(slices(), new Batch(task)))
        .program("c-strtod", C, c)
        .remark(
            "parse-double is given a String, the others bytes, of which new-string makes a String"
                + " first.")
        .goal(2.5, "penstock", "parse-double");
  }

  private interface Field {
    String of(String line);
  }

  private static long strings(Path path, Field field) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      double sum = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sum += Double.parseDouble(field.of(line));
      }
      return Math.round(THOUSAND * sum);
    }
  }

  private static long doubles(Path path) throws IOException {
    Sum sum = new Sum();
    Lines.of(path).forEach(sum::add);
    return sum.thousandths();
  }

  private static long decimals(Path path) throws IOException {
    Fields fields = Fields.separatedBy(' ');
    long[] sum = {0};
    Lines.of(path)
        .forEach(
            line -> {
              fields.of(line).skip(FIELD);
              sum[0] += fields.field().parseDecimal(DECIMALS);
            });
    return sum[0];
  }

  private static long parallel(Path path, int threads) throws IOException {
    return Lines.of(path).parallel(threads).mapReduce(Sum::new, Sum::add, Sum::plus).thousandths();
  }

  /// For one thread.
  private static final class Sum {
    private final Fields fields = Fields.separatedBy(' ');
    private double sum;

    void add(ByteSlice line) {
      fields.of(line).skip(FIELD);
      sum += fields.field().parseDouble();
    }

    Sum plus(Sum other) {
      sum += other.sum;
      return this;
    }

    long thousandths() {
      return Math.round(THOUSAND * sum);
    }
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

  private static final class Parsing implements Exercise.Session {
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
