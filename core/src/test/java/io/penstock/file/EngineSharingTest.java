package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What every engine promises to many threads, to interrupted threads, and where the name comes to
/// lead elsewhere.
class EngineSharingTest {
  private static final int SIZE = 2 << 20;
  private static final int THREADS = 5;

  @TempDir Path folder;

  private interface Use {
    void of(int thread) throws Exception;
  }

  /// Runs on several threads with neighbouring numbers at once.
  private static void onThreads(int threads, Use use) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      tasks.add(
          () -> {
            start.await();
            use.of(number);
            return true;
          });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (Future<Boolean> future : pool.invokeAll(tasks)) {
        assertEnds(future);
      }
    }
  }

  private static void assertEnds(Future<Boolean> future) throws Exception {
    try {
      assertThat(future.get()).isTrue();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /// Cuts of a file into pieces of any length at any offset.
  private static int[] cuts(long seed, int most) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> cuts = new ArrayList<>(List.of(0));
    while (cuts.getLast() < SIZE) {
      cuts.add(Math.min(SIZE, cuts.getLast() + 1 + random.nextInt(most)));
    }
    return cuts.stream().mapToInt(Integer::intValue).toArray();
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void threadsWriteBesideOneAnotherWithinPages(FileEngine engine) throws Exception {
    for (int most : new int[] {700, 20_000}) {
      Path path = Files.write(folder.resolve("f" + most), new byte[SIZE]);
      byte[] content = bytes(most, SIZE);
      int[] cuts = cuts(most, most);
      try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
        onThreads(THREADS, thread -> fill(file, content, cuts, thread));
      }
      assertThat(Arrays.mismatch(Files.readAllBytes(path), content)).isEqualTo(-1);
    }
  }

  /// Every so many pieces, twice: first other bytes, and each piece is read back at once.
  private static void fill(EngineFile file, byte[] content, int[] cuts, int thread)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(SIZE, 4096);
      for (int flip = 1; flip >= 0; flip--) {
        MemorySegment source = arena.allocate(SIZE, 4096);
        for (int i = 0; i < SIZE; i++) {
          source.set(
              java.lang.foreign.ValueLayout.JAVA_BYTE, i, (byte) (content[i] ^ (flip * 0x55)));
        }
        for (int i = thread; i < cuts.length - 1; i += THREADS) {
          int length = cuts[i + 1] - cuts[i];
          file.write(cuts[i], source, cuts[i], length);
          file.read(cuts[i], found, cuts[i], length);
          assertThat(
                  MemorySegment.mismatch(found, cuts[i], cuts[i + 1], source, cuts[i], cuts[i + 1]))
              .as("piece %d to %d", cuts[i], cuts[i + 1])
              .isEqualTo(-1);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void threadsExtendAFileTogether(FileEngine engine) throws Exception {
    Path path = folder.resolve("f");
    byte[] content = bytes(1, SIZE);
    int[] cuts = cuts(2, 40_000);
    try (EngineFile file = engine.create(path)) {
      onThreads(THREADS, thread -> fill(file, content, cuts, thread));
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), content)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void interruptedThreadsMoveAllAndStayInterrupted(FileEngine engine) throws Exception {
    byte[] content = bytes(3, SIZE);
    Path path = folder.resolve("f");
    try (EngineFile file = engine.create(path)) {
      onThreads(
          THREADS,
          thread -> {
            Thread.currentThread().interrupt();
            int piece = SIZE / THREADS;
            int length = thread == THREADS - 1 ? SIZE - thread * piece : piece;
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment memory =
                  arena.allocate(SIZE, 4096).copyFrom(MemorySegment.ofArray(content));
              file.write((long) thread * piece, memory, (long) thread * piece, length);
              file.read((long) thread * piece, memory, 0, length);
              file.reserve(SIZE);
              file.sync();
              assertThat(file.size()).isEqualTo(SIZE);
            }
            assertThat(Thread.interrupted()).isTrue();
          });
      Thread.currentThread().interrupt();
      file.resize(SIZE + 10L);
      file.resize(SIZE);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), content)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void interruptsInTheMiddleDisturbNobody(FileEngine engine) throws Exception {
    byte[] content = bytes(4, SIZE);
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    int[] cuts = cuts(5, 9_000);
    Set<Thread> victims = ConcurrentHashMap.newKeySet();
    AtomicInteger busy = new AtomicInteger(THREADS);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      onThreads(
          THREADS + 1,
          thread -> {
            if (thread < THREADS) {
              victims.add(Thread.currentThread());
              try {
                fill(file, content, cuts, thread);
              } finally {
                victims.remove(Thread.currentThread());
                busy.decrementAndGet();
              }
            } else {
              while (busy.get() > 0) {
                victims.forEach(Thread::interrupt);
                Thread.onSpinWait();
              }
            }
          });
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), content)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void anOpenFileStaysTheSameWhenItsNameLeadsElsewhere(FileEngine engine) throws Exception {
    byte[] content = bytes(6, 100_000);
    byte[] other = bytes(7, 50_000);
    Path path = Files.write(folder.resolve("f"), content);
    Path link = Files.createLink(folder.resolve("link"), path);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      Files.move(
          Files.write(folder.resolve("g"), other), path, StandardCopyOption.REPLACE_EXISTING);
      onThreads(
          8,
          thread -> {
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment memory = arena.allocate(100_000, 4096);
              file.read(0, memory, 0, 100_000);
              assertThat(memory.mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
            }
          });
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(10_000).fill((byte) 1);
        file.write(195_000, memory, 0, 10_000);
        file.reserve(300_000);
        assertThat(file.size()).isEqualTo(300_000);
      }
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(other);
    byte[] expected = Arrays.copyOf(content, 300_000);
    Arrays.fill(expected, 195_000, 205_000, (byte) 1);
    assertThat(Files.readAllBytes(link)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void anOpenFileStaysWhenItsNameIsGone(FileEngine engine) throws Exception {
    byte[] content = bytes(8, 100_000);
    Path path = Files.write(folder.resolve("f"), content);
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      Files.delete(path);
      onThreads(
          8,
          _ -> {
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment memory = arena.allocate(100_000);
              file.read(0, memory, 0, 100_000);
              assertThat(memory.mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
            }
          });
    }
  }
}
