package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One file that threads of both kinds read at once, interrupted now and then, while others give
/// advice about it, until it is closed under all of them.
class SharedReadsTest {
  private static final int SIZE = 3 << 20;
  private static final int READERS = 4;

  /// By rounds: a few reads of any length, and many short ones, for which files get ready.
  private static final int[] READS = {20, 1_500};

  @TempDir Path folder;
  private final byte[] content = new byte[SIZE];
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void readsAreRightUntilTheFileIsClosedAndNothingOfItStays(FileEngine engine) throws Exception {
    share(engine, READS.length);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void theSameHoldsForManyFiles(FileEngine engine) throws Exception {
    share(engine, 400);
  }

  private void share(FileEngine engine, int rounds) throws Exception {
    new SplittableRandom(18).nextBytes(content);
    Path path = Files.write(folder.resolve("shared-by-" + engine.name()), content);
    for (int round = 0; round < rounds; round++) {
      share(path, engine, round);
    }
    assertThat(wrong).isEmpty();
    assertNothingLeft(path.getFileName().toString());
  }

  private void share(Path path, FileEngine engine, int round) throws Exception {
    Access access = Access.read().withEngine(engine);
    ArrayFile file = ArrayFile.open(path, ElementType.BYTE, ByteOrder.nativeOrder(), access);
    AtomicBoolean closed = new AtomicBoolean();
    CountDownLatch busy = new CountDownLatch(READERS);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      int seed = round * READERS + i;
      int reads = READS[round % READS.length];
      Runnable reader = () -> read(file, new SplittableRandom(seed), reads, closed, busy);
      threads.add(
          i % 2 == 0 ? Thread.ofPlatform().start(reader) : Thread.ofVirtual().start(reader));
    }
    threads.add(Thread.ofPlatform().start(() -> advise(file, new SplittableRandom(round))));
    busy.await();
    file.close();
    closed.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void read(
      ArrayFile file,
      SplittableRandom random,
      int reads,
      AtomicBoolean closed,
      CountDownLatch busy) {
    byte[] array = new byte[SIZE];
    int most = reads > 100 ? 12 : 22;
    try {
      for (int number = 0; ; number++) {
        int length = 1 + random.nextInt(1 << random.nextInt(6, most));
        int from = random.nextInt(SIZE - length + 1);
        int first = random.nextInt(SIZE - length + 1);
        boolean over = closed.get();
        file.readAt(first, array, from, length);
        if (over) {
          wrong.add("a closed file is read");
        }
        if (Arrays.mismatch(array, from, from + length, content, first, first + length) >= 0) {
          wrong.add(length + " bytes at " + first);
        }
        if (number == reads) {
          busy.countDown();
        }
        if (number % 10 == 0) {
          Thread.currentThread().interrupt();
        } else {
          boolean _ = Thread.interrupted();
        }
      }
    } catch (IllegalStateException e) {
      assertClosed(e);
    } catch (IOException | RuntimeException | Error e) {
      wrong.add(e.toString());
    } finally {
      busy.countDown();
    }
  }

  private void advise(ArrayFile file, SplittableRandom random) {
    Advice[] all = Advice.values();
    try {
      while (true) {
        long first = random.nextInt(SIZE);
        file.advise(first, random.nextLong(SIZE - first + 1), all[random.nextInt(all.length)]);
      }
    } catch (IllegalStateException e) {
      assertClosed(e);
    } catch (IOException | RuntimeException e) {
      wrong.add(e.toString());
    }
  }

  private void assertClosed(IllegalStateException e) {
    if (!String.valueOf(e.getMessage()).endsWith(" is closed")) {
      wrong.add(e.toString());
    }
  }

  private static void assertNothingLeft(String name) throws IOException {
    Path maps = Path.of("/proc/self/maps");
    if (Files.exists(maps)) {
      assertThat(Files.readString(maps, StandardCharsets.ISO_8859_1)).doesNotContain(name);
    }
  }
}
