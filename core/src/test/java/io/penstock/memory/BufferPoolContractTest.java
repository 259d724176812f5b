package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What every pool promises, over every storage.
@ParameterizedClass
@MethodSource("io.penstock.memory.PoolCase#all")
class BufferPoolContractTest {
  private static final long[] SIZES = {
    0, 1, 63, 64, 65, 100, 4095, 4096, 4097, 70_000, 1 << 20, (1 << 20) + 1, 5 << 20
  };

  private final PoolCase each;

  BufferPoolContractTest(PoolCase each) {
    this.each = each;
  }

  @Test
  void blocksAreAsLongAsAskedForAndAligned() {
    try (BufferPool pool = each.open()) {
      for (long size : SIZES) {
        Block block = pool.take(size);
        assertThat(block.memory().byteSize()).isGreaterThanOrEqualTo(size);
        assertThat(block.memory().address() % (size < 4096 ? 64 : 4096)).as("%d", size).isZero();
        block.release();
      }
    }
  }

  @Test
  void liveBlocksKeepTheirBytes() {
    try (BufferPool pool = each.open()) {
      List<Block> blocks = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        for (long size : SIZES) {
          Block block = pool.take(size);
          block.memory().asSlice(0, size).fill((byte) blocks.size());
          blocks.add(block);
        }
      }
      for (int i = 0; i < blocks.size(); i++) {
        Block block = blocks.get(i);
        long size = SIZES[i % SIZES.length];
        byte mark = (byte) i;
        for (long at = 0; at < size; at += 61) {
          assertThat(block.memory().get(JAVA_BYTE, at)).isEqualTo(mark);
        }
        block.release();
      }
    }
  }

  @Test
  void theBufferIsTheMemory() {
    try (BufferPool pool = each.open()) {
      Block block = pool.take(100);
      ByteBuffer buffer = block.buffer();
      assertThat(block.buffer()).isSameAs(buffer);
      assertThat(buffer.remaining()).isGreaterThanOrEqualTo(100);
      buffer.put(7, (byte) 42);
      assertThat(block.memory().get(JAVA_BYTE, 7)).isEqualTo((byte) 42);
      block.release();
    }
  }

  @Test
  void aBufferComesClearedAndBigEndian() {
    try (BufferPool pool = each.open()) {
      Block first = pool.take(100);
      first.buffer().position(9).limit(20).order(ByteOrder.LITTLE_ENDIAN);
      first.release();
      Block next = pool.take(100);
      assertThat(next.buffer().position()).isZero();
      assertThat(next.buffer().remaining()).isGreaterThanOrEqualTo(100);
      assertThat(next.buffer().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
      next.release();
    }
  }

  @Test
  void aBlockIsReleasedOnce() {
    try (BufferPool pool = each.open()) {
      for (long size : SIZES) {
        Block block = pool.take(size);
        block.release();
        assertThatIllegalStateException()
            .isThrownBy(block::release)
            .withMessageContaining("released before");
      }
      assertThat(pool.statistics().liveBlocks()).isZero();
    }
  }

  @Test
  void aBlockMayBeReleasedByAnotherThread() throws Exception {
    try (BufferPool pool = each.open()) {
      Block block = pool.take(1000);
      OtherThread.run(block::release);
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(pool.statistics().liveBytes()).isZero();
    }
  }

  @Test
  void negativeSizesAreRefused() {
    try (BufferPool pool = each.open()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> pool.take(-1))
          .withMessageContaining("-1");
      assertThatIllegalArgumentException().isThrownBy(() -> pool.lease(Long.MIN_VALUE));
    }
  }

  @Test
  void sizesBeyondAllMemoryAreRefused() {
    try (BufferPool pool = each.open()) {
      for (long size : new long[] {PoolCase.LIMIT + 1, 1L << 62, Long.MAX_VALUE}) {
        assertThatThrownBy(() -> pool.take(size))
            .isInstanceOf(PoolExhaustedException.class)
            .hasMessageContaining("limit of " + PoolCase.LIMIT);
        assertThatThrownBy(() -> pool.leaseZeroed(size)).isInstanceOf(PoolExhaustedException.class);
      }
      assertThat(pool.statistics().liveBlocks()).isZero();
    }
  }

  @Test
  void anExhaustedPoolServesAgainWhenMemoryIsGivenBack() {
    try (BufferPool pool = each.open()) {
      long size = PoolCase.REGION / 2;
      List<Block> blocks = new ArrayList<>();
      assertThatThrownBy(
              () -> {
                while (true) {
                  blocks.add(pool.take(size));
                }
              })
          .isInstanceOf(PoolExhaustedException.class)
          .hasMessageContainingAll("asked for ", "in use", "" + PoolCase.LIMIT);
      assertThat(blocks).hasSizeGreaterThan((int) (PoolCase.LIMIT / PoolCase.REGION / 2));
      assertThat(pool.statistics().liveBlocks()).isEqualTo(blocks.size());
      blocks.removeLast().release();
      blocks.add(pool.take(size));
      blocks.forEach(Block::release);
      pool.take(PoolCase.LIMIT / 2).release();
    }
  }

  @Test
  void countsFollowWhatIsOut() {
    try (BufferPool pool = each.open()) {
      Block first = pool.take(100);
      Block second = pool.take(3 << 20);
      PoolStatistics both = pool.statistics();
      assertThat(both.liveBlocks()).isEqualTo(2);
      assertThat(both.liveBytes()).isEqualTo(100 + (3 << 20));
      assertThat(both.heldBytes()).isGreaterThanOrEqualTo(100 + (3 << 20));
      assertThat(both.regions()).isPositive();
      assertThat(both.takes()).isEqualTo(2);
      first.release();
      second.release();
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(pool.statistics().liveBytes()).isZero();
      assertThat(pool.statistics().takes()).isEqualTo(2);
    }
  }

  @Test
  void aPoolSaysWhatItIsAndWhatItHolds() {
    BufferPool pool = each.open();
    Block block = pool.take(100);
    String kind = each.pool().startsWith("strict") ? "strict" : each.pool();
    assertThat(pool.toString())
        .startsWith(kind + " pool: 1 live blocks of 100 bytes, ")
        .contains(pool.statistics().heldBytes() + " bytes held in")
        .doesNotContain("\n", "@");
    block.release();
    pool.close();
    String closed = kind.equals("strict") ? "strict pool" : kind + " pool, closed";
    assertThat(pool.toString()).startsWith(closed + ": 0 live blocks of 0 bytes");
  }

  @Test
  void trimmingGivesBackWhatNobodyUses() {
    try (BufferPool pool = each.open()) {
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        blocks.add(pool.take(300_000));
        blocks.add(pool.take(100));
      }
      Block kept = blocks.removeFirst();
      blocks.forEach(Block::release);
      long held = pool.statistics().heldBytes();
      assertThat(pool.trim()).isEqualTo(held - pool.statistics().heldBytes());
      assertThat(pool.statistics().heldBytes()).isLessThanOrEqualTo(PoolCase.REGION);
      kept.memory().fill((byte) 1);
      kept.release();
      pool.trim();
      assertThat(pool.statistics().heldBytes()).isZero();
      assertThat(pool.statistics().regions()).isZero();
      pool.take(100).release();
    }
  }

  @Test
  void aPoolWithBlocksOutStaysOpen() {
    BufferPool pool = each.open();
    Block block = pool.take(64);
    assertThatIllegalStateException()
        .isThrownBy(pool::close)
        .withMessageContaining("1 blocks of the pool are still out");
    pool.take(64).release();
    block.release();
    pool.close();
  }

  @Test
  void aClosedPoolHoldsNothingAndGivesNothing() {
    BufferPool pool = each.open();
    pool.take(64).release();
    pool.take(4 << 20).release();
    pool.close();
    pool.close();
    assertThat(pool.statistics().heldBytes()).isZero();
    assertThat(pool.statistics().cachedBytes()).isZero();
    assertThat(pool.trim()).isZero();
    for (long size : new long[] {64, 4 << 20}) {
      assertThatIllegalStateException()
          .isThrownBy(() -> pool.take(size))
          .withMessageContaining("the pool is closed");
      assertThatIllegalStateException().isThrownBy(() -> pool.lease(size));
    }
  }

  @Test
  void aClosedPoolGivesNothingToThreadsThatUsedIt() throws Exception {
    BufferPool pool = each.open();
    try (StepByStep user = new StepByStep()) {
      user.run(() -> pool.take(64).release());
      pool.close();
      user.run(() -> assertThatIllegalStateException().isThrownBy(() -> pool.take(64)));
      assertThat(pool.statistics().takes()).isEqualTo(1);
    }
  }

  @Test
  void virtualThreadsTakeAndRelease() throws Exception {
    try (BufferPool pool = each.open()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        byte mark = (byte) i;
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (int round = 0; round < 10; round++) {
                        try (Lease lease = pool.lease(1000)) {
                          lease.segment().fill(mark);
                          LockSupport.parkNanos(1);
                          assertThat(lease.segment().get(JAVA_BYTE, 999)).isEqualTo(mark);
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(pool.statistics().takes()).isEqualTo(1000);
      assertThat(pool.statistics().liveBlocks()).isZero();
      pool.trim();
      assertThat(pool.statistics().heldBytes()).isZero();
    }
  }
}
