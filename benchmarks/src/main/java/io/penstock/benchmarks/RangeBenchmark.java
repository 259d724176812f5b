package io.penstock.benchmarks;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of one read or write of a range of a cached file of ints, in time and, with `-prof gc`,
/// in garbage.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RangeBenchmark {
  private static final int ELEMENTS = 16 << 20;

  /// The name of the file engine.
  @Param({"auto", "posix", "mapped", "channel"})
  public String engine = "auto";

  /// The order of bytes in the file.
  @Param({"native", "foreign"})
  public String order = "native";

  /// Elements in a request: 4 KiB and 1 MiB.
  @Param({"1024", "262144"})
  public int count;

  private final int[] array = new int[ELEMENTS];
  private Path path = Path.of("");
  private int next;

  /// Open for reading only, which lets `auto` map it.
  private @Nullable ArrayFile readable;

  private @Nullable ArrayFile writable;

  /// Made by JMH.
  public RangeBenchmark() {}

  /// Writes the file and opens it.
  @Setup(Level.Trial)
  public void open() throws IOException {
    path = Files.createTempFile(Path.of("").toAbsolutePath(), "benchmark", ".raw");
    Files.delete(path);
    boolean big = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ^ order.equals("foreign");
    ByteOrder bytes = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    Raw format = Raw.of(ElementType.INT, bytes, Shape.of(ELEMENTS));
    try (ArrayFile created = ArrayFile.create(path, format, Creation.inPlace())) {
      created.write(array);
    }
    Access access = Access.read().withEngine(FileEngines.named(engine)).withThreads(1);
    readable = ArrayFile.open(path, format, access.withMode(OpenMode.READ));
    writable = ArrayFile.open(path, format, access.withMode(OpenMode.READ_WRITE));
  }

  /// The start of the next request: all over the file, one after the other.
  private int next() {
    next = (next + 5 * count) & (ELEMENTS - 1) & -count;
    return next;
  }

  /// Reads to the place of the array that the range has in the file.
  @Benchmark
  public void read() throws IOException {
    int first = next();
    Objects.requireNonNull(readable).readAt(first, array, first, count);
  }

  /// Writes from the place of the array that the range has in the file.
  @Benchmark
  public void write() throws IOException {
    int first = next();
    Objects.requireNonNull(writable).writeAt(first, array, first, count);
  }

  /// Closes and removes the file.
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Objects.requireNonNull(readable).close();
    Objects.requireNonNull(writable).close();
    Files.delete(path);
  }
}
