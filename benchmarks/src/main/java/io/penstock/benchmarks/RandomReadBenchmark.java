package io.penstock.benchmarks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngines;
import io.penstock.file.Raw;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of 4 KiB from a random place of a cached file, beside one call of pread(2) that the
/// program makes itself.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RandomReadBenchmark {
  private static final int COUNT = 1024;

  /// 256 MiB.
  private static final int ELEMENTS = 64 << 20;

  private static final int READS_A_HANDLE = 10_000;

  private static final Raw FORMAT =
      Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(ELEMENTS));

  /// How Penstock moves bytes.
  @Param({"auto", "posix"})
  public String engine = "auto";

  /// By how many bytes each piece was written: what the page cache holds depends on that.
  @Param({"4096", "8388608"})
  public int written = 4096;

  private final int[] array = new int[COUNT];
  private final SplittableRandom random = new SplittableRandom(1);
  private Path path = Path.of("");
  private Optional<ArrayFile> file = Optional.empty();
  private Optional<Pread> pread = Optional.empty();

  /// Made by JMH.
  public RandomReadBenchmark() {}

  /// Writes the file and opens it.
  @Setup(Level.Trial)
  public void open() throws IOException {
    path = Files.createTempFile(Path.of("").toAbsolutePath(), "benchmark", ".raw");
    Files.delete(path);
    int[] piece = new int[written / Integer.BYTES];
    try (ArrayFile created = ArrayFile.create(path, FORMAT, Creation.inPlace())) {
      for (int at = 0; at < ELEMENTS; at += piece.length) {
        created.writeAt(at, piece, 0, piece.length);
      }
    }
    file = Optional.of(openFile());
    pread = Optional.of(new Pread(path, array));
  }

  private ArrayFile openFile() throws IOException {
    Access access = Access.read().withEngine(FileEngines.named(engine)).withThreads(1);
    return ArrayFile.open(path, FORMAT, access);
  }

  private int place() {
    return random.nextInt(ELEMENTS / COUNT) * COUNT;
  }

  /// One read by an array file.
  @Benchmark
  public int[] readAt() throws IOException {
    file.orElseThrow().readAt(place(), array, 0, COUNT);
    return array;
  }

  /// The same by the kernel's call.
  @Benchmark
  public int[] criticalPread() {
    pread.orElseThrow().read((long) place() * Integer.BYTES);
    return array;
  }

  /// Opening the file, so many reads, and closing it: shared among the reads.
  @Benchmark
  @OperationsPerInvocation(READS_A_HANDLE)
  public int[] readAtOfShortLivedHandle() throws IOException {
    try (ArrayFile opened = openFile()) {
      for (int i = 0; i < READS_A_HANDLE; i++) {
        opened.readAt(place(), array, 0, COUNT);
      }
    }
    return array;
  }

  /// The same by the kernel's calls.
  @Benchmark
  @OperationsPerInvocation(READS_A_HANDLE)
  public int[] criticalPreadOfShortLivedHandle() {
    try (Pread opened = new Pread(path, array)) {
      for (int i = 0; i < READS_A_HANDLE; i++) {
        opened.read((long) place() * Integer.BYTES);
      }
    }
    return array;
  }

  /// Closes and removes the file.
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    file.orElseThrow().close();
    pread.orElseThrow().close();
    Files.delete(path);
  }

  /// The calls as a program makes them that needs nothing else, on Linux.
  @SuppressWarnings("restricted")
  private static final class Pread implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final VarHandle ERRNO =
        Linker.Option.captureStateLayout()
            .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle OPEN =
        function(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE =
        function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle PREAD =
        function(
            "pread",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG),
            Linker.Option.critical(true),
            Linker.Option.captureCallState("errno"));

    private final MemorySegment target;
    private final MemorySegment errno = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    private final int descriptor;

    Pread(Path path, int[] array) {
      target = MemorySegment.ofArray(array);
      try (Arena arena = Arena.ofConfined()) {
        descriptor = (int) OPEN.invokeExact(arena.allocateFrom(path.toString()), 0);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    private static MethodHandle function(
        String name, FunctionDescriptor signature, Linker.Option... options) {
      return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature, options);
    }

    void read(long offset) {
      try {
        long n = (long) PREAD.invokeExact(errno, descriptor, target, target.byteSize(), offset);
        if (n != target.byteSize()) {
          throw new IllegalStateException("pread gave " + n + ", errno " + ERRNO.get(errno, 0L));
        }
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      try {
        int _ = (int) CLOSE.invokeExact(descriptor);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
