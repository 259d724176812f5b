package io.penstock.benchmarks;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of one write of a range, in time and, with `-prof gc`, in garbage.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RangeWriteBenchmark {
  /// Elements in a request: 4 KiB and 1 MiB.
  @Param({"1024", "262144"})
  public int count;

  /// Made by JMH.
  public RangeWriteBenchmark() {}

  /// Writes from the place of the array that the range has in the file.
  @Benchmark
  public void write(CachedArrayFile.ForWriting cached) throws IOException {
    int first = cached.next(count);
    cached.file().writeAt(first, cached.array, first, count);
  }
}
