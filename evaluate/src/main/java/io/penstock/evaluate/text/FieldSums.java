package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.ByteSlice;
import io.penstock.text.Fields;
import io.penstock.text.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    TextExtent extent = TextExtent.of(setting);
    return Stream.of(numbers(extent), doubles(extent));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Parse numbers where they stand in the line: %.1f times as fast as split and"
            + " Double.parseDouble.",
        findings.ratio("text.numbers", "penstock", "split"));
  }

  private static Experiment numbers(TextExtent extent) {
    TextWork work = extent.pass("text-numbers", extent.log(), LogText.THOUSANDTHS);
    String awk = "{ sum += $" + (FIELD + 1) + " } END { printf \"%.0f\\n\", 1000 * sum }";
    return TextExtent.cached(
            "text.numbers",
            "The sum of a field of a log, a number with three decimals",
            "Tokenization")
        .on(work)
        .pass("split", CLASSIC, text -> strings(text.path(), line -> line.split(" ", -1)[FIELD]))
        .pass(
            "substring",
            JDK,
            text -> strings(text.path(), line -> line.substring(line.lastIndexOf(' ') + 1)))
        .command("awk", Commands.counting("awk", awk))
        .pass("penstock", PENSTOCK, text -> doubles(text.path()))
        .pass("penstock-decimal", PENSTOCK, text -> decimals(text.path()))
        .on(work.threads(extent.threads()))
        .pass("penstock-parallel", PENSTOCK, text -> parallel(text.path(), text.threads()))
        .on(work)
        .program("c", C, extent.c())
        .remark(
            "split takes the line apart at all spaces, substring looks for the last one; C looks"
                + " for each space and calls strtod.")
        .goal(4, "penstock", "split");
  }

  private static Experiment doubles(TextExtent extent) {
    return TextExtent.drill(
            "text.doubles", "Parsing a double of 17 digits", "Tokenization", Measure.NANOSECONDS)
        .on(Drill.of("text-doubles", DIGITS, extent.effort().batch()))
        .exercise("parse-double", JDK, task -> parsing(ofStrings(), task))
        .exercise("new-string", JDK, task -> parsing(ofNewStrings(), task))
        .exercise("penstock", PENSTOCK, task -> parsing(ofSlices(), task))
        .program("c-strtod", C, extent.c())
        .remark(
            "parse-double is given a String, the others bytes, of which new-string makes a String"
                + " first.")
        .goal(2.5, "penstock", "parse-double");
  }

  private static long strings(Path path, UnaryOperator<String> field) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      double sum = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sum += Double.parseDouble(field.apply(line));
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

  /// The sum of a field of lines. For one thread.
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

  private static IntToDoubleFunction ofStrings() {
    String[] texts = IntStream.range(0, NUMBERS).mapToObj(FieldSums::text).toArray(String[]::new);
    return number -> Double.parseDouble(texts[number]);
  }

  private static IntToDoubleFunction ofNewStrings() {
    byte[] texts = bytes();
    int length = texts.length / NUMBERS;
    return number ->
        Double.parseDouble(new String(texts, number * length, length, StandardCharsets.ISO_8859_1));
  }

  private static IntToDoubleFunction ofSlices() {
    byte[] texts = bytes();
    int length = texts.length / NUMBERS;
    ByteSlice slice = new ByteSlice();
    return number -> slice.set(texts, number * length, (number + 1) * length).parseDouble();
  }

  private static byte[] bytes() {
    return IntStream.range(0, NUMBERS)
        .mapToObj(FieldSums::text)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.US_ASCII);
  }

  /// One digit, a point, and 16 more. The same stands in `text_numbers.c`.
  private static String text(int number) {
    long draw = Draws.at(number) >>> 1;
    return String.format(Locale.ROOT, "%d.%016d", 1 + draw % 9, draw / 9 % 10_000_000_000_000_000L);
  }

  private static Exercise.Session parsing(IntToDoubleFunction parser, DrillTask task) {
    double[] expected =
        IntStream.range(0, NUMBERS).mapToDouble(i -> Double.parseDouble(text(i))).toArray();
    double[] got = expected.clone();
    return Exercise.Session.repeating(
        _ -> got[0] = Double.NaN,
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            int number = (int) (i % NUMBERS);
            got[number] = parser.applyAsDouble(number);
          }
        },
        () -> fault(got, expected));
  }

  private static Optional<String> fault(double[] got, double[] expected) {
    int wrong = Arrays.mismatch(got, expected);
    return wrong < 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "%s gave %s instead of %s", text(wrong), got[wrong], expected[wrong]));
  }
}
