package io.penstock.evaluate.text;

import io.penstock.text.ByteSlice;
import io.penstock.text.Fields;
import io.penstock.text.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ways of summing up the last field of a log's lines, a number with decimals. The answer is in
/// thousandths.
final class NumberPasses implements Passes {
  static final String SPLIT = "split";
  static final String SUBSTRING = "substring";
  static final String PENSTOCK = "penstock";
  static final String DECIMAL = "penstock-decimal";
  static final String PARALLEL = "penstock-parallel";

  /// The field, counted from 0.
  static final int FIELD = 10;

  private static final int DECIMALS = 3;
  private static final double THOUSAND = 1000;

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case SPLIT -> () -> strings(path, line -> line.split(" ", -1)[FIELD]);
      case SUBSTRING -> () -> strings(path, line -> line.substring(line.lastIndexOf(' ') + 1));
      case PENSTOCK -> () -> doubles(path);
      case DECIMAL -> () -> decimals(path);
      case PARALLEL -> () -> parallel(path, subject.threads());
      default -> throw subject.unknown();
    };
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
}
