package io.penstock.benchmarks;

import io.penstock.text.number.DoubleFormatter;
import io.penstock.text.number.DoubleParser;
import io.penstock.text.number.LongFormatter;
import io.penstock.text.number.LongParser;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of a number read from bytes, and of one written to bytes, beside the JDK's Strings.
/// Each operation takes another one of a thousand.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NumbersBenchmark {
  private static final int COUNT = 1024;

  private final long[] longs =
      new SplittableRandom(1).longs(COUNT).map(draw -> draw >> (draw & 63)).toArray();
  private final double[] doubles = new SplittableRandom(2).doubles(COUNT).toArray();
  private final String[] longTexts = new String[COUNT];
  private final String[] doubleTexts = new String[COUNT];
  private final byte[][] longBytes = new byte[COUNT][];
  private final byte[][] doubleBytes = new byte[COUNT][];
  private final byte[] target = new byte[LongFormatter.WIDEST];
  private int next;

  /// Made by JMH.
  public NumbersBenchmark() {
    for (int i = 0; i < COUNT; i++) {
      longTexts[i] = Long.toString(longs[i]);
      doubleTexts[i] = Double.toString(doubles[i]);
      longBytes[i] = longTexts[i].getBytes(StandardCharsets.US_ASCII);
      doubleBytes[i] = doubleTexts[i].getBytes(StandardCharsets.US_ASCII);
    }
  }

  private int next() {
    next = (next + 1) % COUNT;
    return next;
  }

  /// From bytes.
  @Benchmark
  public long parseLong() {
    byte[] bytes = longBytes[next()];
    return LongParser.parse(bytes, 0, bytes.length);
  }

  /// The JDK's.
  @Benchmark
  public long parseLongOfString() {
    return Long.parseLong(longTexts[next()]);
  }

  /// From bytes.
  @Benchmark
  public double parseDouble() {
    byte[] bytes = doubleBytes[next()];
    return DoubleParser.parse(bytes, 0, bytes.length);
  }

  /// The JDK's.
  @Benchmark
  public double parseDoubleOfString() {
    return Double.parseDouble(doubleTexts[next()]);
  }

  /// Into bytes.
  @Benchmark
  public int formatLong() {
    return LongFormatter.format(longs[next()], target, 0);
  }

  /// Into bytes, with room to spare.
  @Benchmark
  public int formatLongWide() {
    return LongFormatter.formatWide(longs[next()], target, 0);
  }

  /// The JDK's.
  @Benchmark
  public String longToString() {
    return Long.toString(longs[next()]);
  }

  /// Into bytes.
  @Benchmark
  public int formatDouble() {
    return DoubleFormatter.format(doubles[next()], target, 0);
  }

  /// The JDK's.
  @Benchmark
  public String doubleToString() {
    return Double.toString(doubles[next()]);
  }
}
