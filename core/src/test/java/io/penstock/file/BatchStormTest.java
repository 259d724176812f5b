package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.StrictPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Batches of platform threads, virtual threads and futures, while their files are closed and
/// opened again by other engines and the garbage collector runs again and again: every byte is the
/// right one, or the file was closed.
class BatchStormTest {
  private static final int SIZE = 1 << 20;
  private static final int FILES = 6;
  private static final int READERS = 6;
  private static final int MOST_READS = 12;
  private static final int MOST_BYTES = 2048;
  private static final int BATCHES_A_COLLECTION = 50;

  @TempDir(factory = BuildFolder.class)
  Path folder;

  private final AtomicReferenceArray<ByteFile> files = new AtomicReferenceArray<>(FILES);
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicLong closed = new AtomicLong();
  private Path path = Path.of("");

  @Test
  void noByteIsWrongAndNothingIsLeft() throws Exception {
    storm(4_000);
  }

  @Test
  @Tag("long")
  void amongAMillionBatchesNoByteIsWrongAndNothingIsLeft() throws Exception {
    storm(1_000_000);
  }

  private void storm(int batches) throws Exception {
    byte[] bytes = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      bytes[i] = FaultyBatches.expected(i);
    }
    path = Files.write(folder.toAbsolutePath().resolve("f"), bytes);
    for (int i = 0; i < FILES; i++) {
      files.set(i, open(i));
    }
    try (StrictPool pool = BufferPools.strict(BufferPools.cached(PoolOptions.defaults()));
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<?> reopener = threads.submit(this::reopen);
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int number = i;
        Runnable read = () -> read(number, batches / READERS, pool);
        readers.add(threads.submit(i % 2 == 0 ? read : () -> inVirtualThread(read)));
      }
      try {
        for (Future<?> reader : readers) {
          reader.get();
        }
      } finally {
        over.set(true);
      }
      reopener.get();
      long _ = pool.trim(); // looks at what was written after its release
      assertThat(
              List.of(
                  pool.statistics().liveBlocks(), pool.leaks(), pool.lateWrites(), pool.overruns()))
          .as("live, leaked, written late, overrun")
          .containsOnly(0L);
    }
    for (int i = 0; i < FILES; i++) {
      files.get(i).close();
    }
    assertThat(closed.get()).as("reads of closed files").isPositive();
  }

  private ByteFile open(int number) throws IOException {
    List<FileEngine> engines = FileEngines.all();
    FileEngine engine = engines.get(number % engines.size());
    return ByteFile.open(path, Access.read().withEngine(engine));
  }

  private void reopen() {
    SplittableRandom random = new SplittableRandom(1);
    try {
      while (!over.get()) {
        int slot = random.nextInt(FILES);
        long met = closed.get();
        files.get(slot).close();
        while (closed.get() == met && !over.get()) { // until a reader has come upon it
          Thread.onSpinWait();
        }
        files.set(slot, open(random.nextInt(100)));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void inVirtualThread(Runnable work) {
    try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
      thread.submit(work).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void read(int number, int batches, StrictPool pool) {
    SplittableRandom random = new SplittableRandom(number);
    for (int i = 0; i < batches; i++) {
      if (i % BATCHES_A_COLLECTION == 0) {
        System.gc();
      }
      try (Lease lease = pool.leaseShared(MOST_READS * (long) MOST_BYTES)) {
        read(random, lease, new byte[MOST_READS * MOST_BYTES]);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// One batch: into the lease and into the array, in turn.
  private void read(SplittableRandom random, Lease lease, byte[] array) throws IOException {
    ReadBatch batch = new ReadBatch(1 + random.nextInt(64));
    int count = 1 + random.nextInt(MOST_READS);
    int[] places = new int[count];
    int[] lengths = new int[count];
    try {
      for (int k = 0; k < count; k++) {
        lengths[k] = random.nextInt(MOST_BYTES + 1);
        places[k] = random.nextInt(SIZE - lengths[k]);
        ByteFile file = files.get(random.nextInt(FILES));
        if (k % 2 == 0) {
          batch.add(file, places[k], lease, (long) k * MOST_BYTES, lengths[k]);
        } else {
          batch.add(file, places[k], array, k * MOST_BYTES, lengths[k]);
        }
      }
      if (random.nextInt(4) == 0) {
        batch.start().get();
      } else {
        batch.await();
      }
    } catch (IllegalStateException e) {
      requireClosed(e);
      return;
    } catch (ExecutionException e) {
      requireClosed(Objects.requireNonNull(e.getCause()));
      return;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    for (int k = 0; k < count; k++) {
      MemorySegment target = k % 2 == 0 ? lease.segment() : MemorySegment.ofArray(array);
      for (int at = 0; at < lengths[k]; at++) {
        byte found = target.get(ValueLayout.JAVA_BYTE, (long) k * MOST_BYTES + at);
        if (found != FaultyBatches.expected(places[k] + at)) {
          throw new AssertionError("wrong byte at " + (places[k] + at));
        }
      }
    }
  }

  private void requireClosed(Throwable e) {
    assertThat(e).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    closed.incrementAndGet();
  }
}
