package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.memory.BufferPool;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Reads by virtual threads, which park while a device is asked.
class VirtualReadsTest {
  private static final int SIZE = 4 << 20;
  private static final int THREADS = 2000;
  private static final int PAGE = 4096;

  @TempDir Path folder;

  private byte[] bytes;
  private Path path;

  @BeforeEach
  void file() throws IOException {
    bytes = new byte[SIZE];
    new SplittableRandom(20261128).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  @Test
  void thousandsThatWaitKeepLittleMemory() throws Exception {
    FileEngine engine = FileEngines.named("uring-direct");
    assumeThat(engine.obstacle()).isEmpty();
    long before = BufferPool.shared().statistics().liveBytes();
    AtomicLong most = new AtomicLong();
    try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < THREADS; i++) {
        int seed = i;
        Future<?> _ = threads.submit(() -> readPages(file, seed, most));
      }
    }
    assertThat(most.get() - before).isBetween(0L, THREADS * 16L * PAGE);
  }

  private Void readPages(ByteFile file, int seed, AtomicLong most) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] page = new byte[PAGE];
    for (int i = 0; i < 10; i++) {
      file.readAt((long) random.nextInt(SIZE / PAGE) * PAGE, page);
      most.accumulateAndGet(BufferPool.shared().statistics().liveBytes(), Math::max);
    }
    return null;
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void arraysOfEveryTypeAndPartsOfThemAreFilled(ElementType type) throws Exception {
    int width = type.bytes();
    Shape shape = Shape.of(SIZE / width);
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      Raw format = Raw.of(type, order, shape);
      for (String engine : new String[] {"auto", "posix", "posix-direct", "channel", "mapped"}) {
        Access access = Access.read().withEngine(FileEngines.named(engine));
        inVirtualThread(
            () -> {
              try (ArrayFile file = ArrayFile.open(path, format, access)) {
                Object found = TypedArrays.of(type, 5000);
                Object expected = TypedArrays.of(type, 5000);
                file.readAt(1234, part(found));
                expect(expected, format);
                assertThat(segment(found).mismatch(segment(expected))).as(engine).isEqualTo(-1);
              }
            });
      }
    }
  }

  /// From index 7 on, 4000 elements.
  private static Elements part(Object array) {
    return Elements.of(array, 7, 4000);
  }

  private static MemorySegment segment(Object array) {
    return Elements.of(array).segment();
  }

  /// The same by a platform thread.
  private void expect(Object array, Raw format) throws IOException {
    Access access = Access.read().withEngine(FileEngines.named("channel"));
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (ArrayFile file = ArrayFile.open(path, format, access)) {
                    file.readAt(1234, part(array));
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aReadBeyondTheEndIsRefusedByName(FileEngine engine) throws Exception {
    Access access = Access.read().withEngine(engine);
    inVirtualThread(
        () -> {
          try (ByteFile file = ByteFile.open(path, access);
              Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(2 * PAGE, PAGE);
            assertRefused(() -> file.readAt(SIZE - PAGE, new byte[2 * PAGE]));
            assertRefused(() -> file.readAt(SIZE - PAGE, confined));
            file.readAt(SIZE - 2 * PAGE, confined);
            MemorySegment end = MemorySegment.ofArray(bytes).asSlice(SIZE - 2 * PAGE);
            assertThat(confined.mismatch(end)).isEqualTo(-1);
          }
        });
  }

  private interface Reads {
    void run() throws IOException;
  }

  private void assertRefused(Reads reads) {
    try {
      reads.run();
    } catch (IOException e) {
      assertThat(e)
          .isInstanceOf(TransferException.class)
          .hasMessageContainingAll(path.toString(), "the file ends at " + SIZE);
      return;
    }
    throw new AssertionError("no error");
  }

  private static void inVirtualThread(Reads reads) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads
          .submit(
              () -> {
                reads.run();
                return null;
              })
          .get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }
}
