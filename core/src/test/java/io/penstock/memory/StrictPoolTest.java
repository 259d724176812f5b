package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictPoolTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final long PAUSE_NANOS = 1_000_000;

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Peek below = new Peek(BufferPools.cached());
  private final StrictPool pool = new StrictPool(below, (message, site) -> messages.add(message));

  /// Collects garbage until something has come of it.
  private static void collectUntil(BooleanSupplier done) {
    long start = System.nanoTime();
    while (!done.getAsBoolean()) {
      System.gc();
      LockSupport.parkNanos(PAUSE_NANOS);
      assertThat(System.nanoTime() - start).as("time").isLessThan(PATIENCE_NANOS);
    }
  }

  @SuppressWarnings("CheckReturnValue")
  private void loseLease() {
    pool.lease(4000);
  }

  @SuppressWarnings("CheckReturnValue")
  private void loseBlock() {
    pool.take(5000);
  }

  @SuppressWarnings("CheckReturnValue")
  private void loseDetached() {
    pool.lease(6000).detach();
  }

  @Test
  void aLostLeaseIsReportedWithItsLineAndGivenBack() {
    loseLease();
    collectUntil(() -> pool.leaks() == 1 && pool.statistics().liveBlocks() == 0);
    assertThat(messages)
        .singleElement()
        .asString()
        .startsWith("4000 bytes asked for at ")
        .contains("StrictPoolTest.loseLease(StrictPoolTest.java:")
        .endsWith(" were never given back");
    pool.close();
  }

  @Test
  void aLostBlockIsReportedAndGivenBack() {
    loseBlock();
    collectUntil(() -> pool.leaks() == 1 && pool.statistics().liveBlocks() == 0);
    pool.close();
  }

  @Test
  void aLostDetachedLeaseIsReportedOnce() {
    loseDetached();
    collectUntil(() -> pool.leaks() == 1 && pool.statistics().liveBlocks() == 0);
    System.gc();
    assertThat(pool.leaks()).isEqualTo(1);
    pool.close();
  }

  private MemorySegment keepSliceOnly() {
    return pool.lease(4000).segment().asSlice(100, 100);
  }

  @Test
  void memoryThatASliceStillReachesIsNotLost() {
    MemorySegment slice = keepSliceOnly();
    try {
      loseBlock();
      collectUntil(() -> pool.leaks() == 1);
      slice.fill((byte) 1);
      assertThat(messages).singleElement().asString().contains("loseBlock");
      assertThat(pool.statistics().liveBlocks()).isEqualTo(1);
    } finally {
      Reference.reachabilityFence(slice);
    }
  }

  @Test
  void detachedAndAttachedLeasesAreNotTakenForLost() {
    Lease.Detached detached = pool.lease(100).detach();
    loseBlock();
    collectUntil(() -> pool.leaks() == 1);
    try (Lease attached = detached.attach()) {
      loseBlock();
      collectUntil(() -> pool.leaks() == 2);
      attached.segment().fill((byte) 1);
    }
    collectUntil(() -> pool.statistics().liveBlocks() == 0);
    assertThat(pool.leaks()).isEqualTo(2);
    pool.close();
  }

  @Test
  void aBlockOfTwoGibibytesHasABufferOverItsBegin(@TempDir Path folder) throws IOException {
    List<Block> kept = new ArrayList<>();
    try (FileChannel sparse =
            FileChannel.open(folder.resolve("sparse"), Set.of(READ, WRITE, CREATE_NEW));
        Arena arena = Arena.ofShared()) {
      Storage storage = Storage.of(bytes -> mapped(sparse, bytes, arena), memory -> {});
      PoolOptions options = PoolOptions.defaults().withStorage(storage);
      kept.add(BufferPools.strict(BufferPools.plain(options)).take(1L << 31));
      assertThat(kept.getFirst().buffer().capacity()).isEqualTo(Integer.MAX_VALUE - 8);
    } finally {
      Reference.reachabilityFence(kept); // lost later, it has no memory that could be filled
    }
  }

  private static MemorySegment mapped(FileChannel file, long bytes, Arena arena) {
    try {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void writingPastTheEndIsNoticedAtTheRelease() {
    Block block = pool.take(100);
    below.last().memory().set(JAVA_BYTE, 100, (byte) 1);
    assertThatIllegalStateException()
        .isThrownBy(block::release)
        .withMessageContainingAll("100 bytes asked for at", "were written past their end");
    assertThat(pool.overruns()).isEqualTo(1);
    assertThat(pool.statistics().liveBlocks()).isZero();
    pool.close();
  }

  @Test
  void everyBytePastTheEndIsWatched() {
    long behind = 0;
    try (BufferPool same = BufferPools.cached()) {
      Block block = same.take(100 + 64);
      behind = block.memory().byteSize() - 100;
      block.release();
    }
    for (int at = 0; at < behind; at++) {
      Block block = pool.take(100);
      below.last().memory().set(JAVA_BYTE, 100 + at, (byte) 1);
      assertThatIllegalStateException().as("byte %d", at).isThrownBy(block::release);
      assertThat(pool.overruns()).isEqualTo(at + 1);
    }
    assertThat(pool).asString().endsWith("; 0 leaks, 0 late writes, " + behind + " overruns");
    pool.close();
  }

  @Test
  void everyByteIsWatchedInQuarantine() {
    for (int at = 0; at < 100; at++) {
      Block block = pool.take(100);
      MemorySegment kept = block.memory();
      block.release();
      kept.set(JAVA_BYTE, at, (byte) 1);
      pool.trim();
      assertThat(pool.lateWrites()).isEqualTo(at + 1);
    }
    assertThat(pool).asString().endsWith("; 0 leaks, 100 late writes, 0 overruns");
    pool.close();
  }

  @Test
  void writingAfterTheReleaseIsNoticedWhenQuarantineEnds() {
    Block block = pool.take(100);
    MemorySegment kept = block.memory();
    block.release();
    assertThat(kept.get(JAVA_BYTE, 0)).isEqualTo((byte) 0xDE);
    kept.set(JAVA_BYTE, 50, (byte) 1);
    assertThat(pool.lateWrites()).isZero();
    pool.trim();
    assertThat(pool.lateWrites()).isEqualTo(1);
    pool.close();
  }

  @Test
  void writingThroughAHeapSegmentAfterTheLeaseIsNoticed() {
    BufferPool arrays = BufferPools.buddy1(PoolOptions.defaults().withStorage(Storage.heap()));
    StrictPool heap = new StrictPool(arrays, (message, site) -> messages.add(message));
    Lease lease = heap.lease(100);
    MemorySegment kept = lease.segment();
    lease.close();
    kept.set(JAVA_BYTE, 50, (byte) 1);
    heap.trim();
    assertThat(heap.lateWrites()).isEqualTo(1);
    heap.close();
  }

  @Test
  void releasedMemoryIsNotUsedAgainAtOnce() {
    Block first = pool.take(100);
    long address = first.memory().address();
    first.release();
    Block next = pool.take(100);
    assertThat(next.memory().address()).isNotEqualTo(address);
    next.release();
    pool.close();
  }

  @Test
  void quarantineHasAnEnd() {
    for (int i = 0; i < 100; i++) {
      pool.take(1 << 20).release();
    }
    assertThat(below.statistics().liveBytes()).isLessThan(20 << 20);
    pool.close();
    assertThat(below.statistics().heldBytes()).isZero();
  }

  @Test
  void aThousandBlocksAreInQuarantineAndNoMore() {
    for (int i = 0; i < 1024; i++) {
      pool.take(10).release();
    }
    assertThat(below.statistics().liveBlocks()).isEqualTo(1024);
    pool.take(10).release();
    assertThat(below.statistics().liveBlocks()).isEqualTo(1024);
    assertThat(pool.statistics().liveBlocks()).isZero();
    pool.close();
  }

  @Test
  void quarantineEndsBeforeAPoolIsExhausted() {
    PoolOptions options = PoolOptions.defaults().withRegionBytes(1 << 20).withLimitBytes(1 << 20);
    StrictPool small = new StrictPool(BufferPools.buddy1(options));
    small.take(600_000).release();
    Block block = small.take(700_000);
    assertThatThrownBy(() -> small.take(700_000)).isInstanceOf(PoolExhaustedException.class);
    assertThat(small.statistics().liveBlocks()).isEqualTo(1);
    assertThat(small.statistics().takes()).isEqualTo(2);
    block.release();
    assertThat(small.trim()).isEqualTo(1 << 20);
    small.close();
  }

  @SuppressWarnings("CheckReturnValue")
  private static void lose(BufferPool from) {
    from.take(100);
  }

  @Test
  void aLostBlockOnTheHeapIsReportedAndNotGivenBack() {
    BufferPool arrays = BufferPools.buddy1(PoolOptions.defaults().withStorage(Storage.heap()));
    StrictPool heap = new StrictPool(arrays, (message, site) -> messages.add(message));
    lose(heap);
    collectUntil(() -> heap.leaks() == 1);
    assertThat(messages).singleElement().asString().contains("StrictPoolTest.lose(");
    assertThat(heap.statistics().liveBlocks()).isEqualTo(1);
  }

  @Test
  void aBlockOnTheHeapIsWatchedAsWell() {
    BufferPool arrays = BufferPools.buddy1(PoolOptions.defaults().withStorage(Storage.heap()));
    StrictPool heap = new StrictPool(arrays, (message, site) -> messages.add(message));
    Block block = heap.take(100);
    MemorySegment kept = block.memory();
    assertThat(kept.byteSize()).isEqualTo(100);
    block.release();
    assertThatIllegalStateException().isThrownBy(block::release);
    kept.set(JAVA_BYTE, 99, (byte) 1);
    heap.trim();
    assertThat(heap.lateWrites()).isEqualTo(1);
    heap.close();
  }

  @Test
  void goodUseIsNotAccused() {
    for (int i = 0; i < 5000; i++) {
      try (Lease lease = pool.lease(i)) {
        lease.segment().fill((byte) i);
      }
    }
    pool.trim();
    assertThat(pool.leaks() + pool.lateWrites() + pool.overruns()).isZero();
    pool.close();
  }

  @Test
  void aPoolOfTheProcessIsNotClosed() {
    StrictPool process = StrictPool.endless(below);
    Block block = process.take(100);
    process.close();
    process.take(100).release();
    block.release();
    process.close();
    process.take(100).release();
    process.trim();
    below.close();
  }

  @Test
  void aClosedPoolGivesNothingThoughThePoolBelowStaysOpen() {
    StrictPool overShared = new StrictPool(BufferPool.shared());
    overShared.take(100).release();
    overShared.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> overShared.take(100))
        .withMessage("the pool is closed");
    BufferPool.shared().take(100).release();
  }
}
