package io.penstock.benchmarks;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.SectionType;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of writing a megabyte into a message, and of reading it: in one piece, by a stride, in
/// blocks, by index, in either byte order.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MessagePackingBenchmark {
  private static final int COUNT = 131_072;
  private static final int SPREAD = 8;

  /// Whether elements are written as the machine has them.
  @Param({"true", "false"})
  public boolean nativeOrder;

  private final double[] whole = new double[COUNT];
  private final double[] spread = new double[COUNT * SPREAD];
  private final int[] indexes = new SplittableRandom(1).ints(COUNT, 0, COUNT * SPREAD).toArray();
  private final Shape line = Shape.of((long) COUNT * SPREAD);
  private final Selection everyEighth = Hyperslab.at(0).count(COUNT).stride(SPREAD);
  private final Shape rows = Shape.of(COUNT / 16, 16 * SPREAD);
  private final Selection block = Hyperslab.at(0, 0).count(COUNT / 16, 16);
  private MessageBuffer written = new MessageBuffer();
  private MessageBuffer committed = new MessageBuffer();

  /// Made by JMH.
  public MessagePackingBenchmark() {}

  /// Makes the buffers.
  @Setup
  public void open() {
    ByteOrder foreign =
        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
    MessageSettings settings =
        MessageSettings.growing().order(nativeOrder ? ByteOrder.nativeOrder() : foreign);
    written = new MessageBuffer(settings);
    committed = new MessageBuffer(settings).write(whole).commit();
  }

  /// Gives the memory back.
  @TearDown
  public void close() {
    written.close();
    committed.close();
  }

  /// One piece.
  @Benchmark
  public void writeContiguous() {
    written.clear().write(whole);
  }

  /// Every eighth element.
  @Benchmark
  public void writeStrided() {
    written.clear().write(spread, line, everyEighth);
  }

  /// Blocks of 16 elements, one every 128.
  @Benchmark
  public void writeBlocks() {
    written.clear().write(spread, rows, block);
  }

  /// Anywhere.
  @Benchmark
  public void gather() {
    written.clear().begin(SectionType.DOUBLE).gather(spread, indexes);
  }

  /// One piece.
  @Benchmark
  public void readContiguous() {
    committed.rewind().read(whole);
  }

  /// Every eighth element.
  @Benchmark
  public void readStrided() {
    committed.rewind().read(spread, line, everyEighth);
  }

  /// Blocks of 16 elements, one every 128.
  @Benchmark
  public void readBlocks() {
    committed.rewind().read(spread, rows, block);
  }

  /// Anywhere.
  @Benchmark
  public void scatter() {
    committed.rewind().open(SectionType.DOUBLE);
    committed.scatter(spread, indexes);
  }
}
