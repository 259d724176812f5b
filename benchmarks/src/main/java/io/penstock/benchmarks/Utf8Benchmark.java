package io.penstock.benchmarks;

import io.penstock.text.utf8.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of validating 64 KiB as UTF-8, beside decoding them to a String.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Utf8Benchmark {
  private static final int BYTES = 64 << 10;

  /// What is repeated.
  @Param({"The square of 5 is 25. ", "Größe, величина, 大小, 😀. "})
  public String text = "";

  private byte[] bytes = {};

  /// Made by JMH.
  public Utf8Benchmark() {}

  /// Makes the text.
  @Setup
  public void repeat() {
    int once = text.getBytes(StandardCharsets.UTF_8).length;
    bytes = text.repeat(BYTES / once).getBytes(StandardCharsets.UTF_8);
  }

  /// Without making anything.
  @Benchmark
  public boolean isWellFormed() {
    return Utf8.isWellFormed(bytes, 0, bytes.length);
  }

  /// The JDK's.
  @Benchmark
  public String newString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
