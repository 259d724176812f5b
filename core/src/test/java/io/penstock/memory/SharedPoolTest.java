package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The pool of a process that has just begun: its first blocks are the JDK's direct memory.
class SharedPoolTest {
  private static final long REGION = 8 << 20;

  /// As in a process in which nobody has asked for C functions yet.
  private static final class Young extends SharedPool {
    private boolean tried;

    @Override
    boolean isNativeAccessTried() {
      return tried;
    }
  }

  private final Young pool = new Young();

  private void assertHolds(long bytes, long regions) {
    assertThat(pool.statistics().heldBytes()).isEqualTo(bytes);
    assertThat(pool.statistics().regions()).isEqualTo(regions);
  }

  @Test
  void earlyBlocksAreWholePagesThatTheirUsersHaveForThemselves() {
    List<Block> blocks = new ArrayList<>();
    long held = 0;
    for (long size : new long[] {0, 1, 100, 4095, 4096, 4097, 70_000, 4 << 20}) {
      Block block = pool.take(size);
      blocks.add(block);
      held += Math.max(4096, Math.ceilDiv(size, 4096) * 4096);
      assertThat(block.memory().byteSize()).isGreaterThanOrEqualTo(size);
      assertThat(block.memory().address() % 4096).as("%d", size).isZero();
      assertThat(block.memory()).isSameAs(block.memory());
      block.memory().fill((byte) blocks.size());
      assertHolds(held, blocks.size());
    }
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(blocks.get(i).memory().toArray(JAVA_BYTE)).containsOnly(i + 1);
      blocks.get(i).release();
    }
    assertHolds(held, blocks.size());
  }

  @Test
  void anEarlyBlocksBufferIsItsMemoryClearedAndBigEndian() {
    Block first = pool.take(100);
    first.buffer().put(7, (byte) 42).position(9).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(first.memory().get(JAVA_BYTE, 7)).isEqualTo((byte) 42);
    first.release();
    Block next = pool.take(100);
    assertThat(next.buffer()).isSameAs(next.buffer());
    assertThat(next.buffer().position()).isZero();
    assertThat(next.buffer().capacity()).isEqualTo(4096);
    assertThat(next.buffer().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    next.release();
  }

  @Test
  void earlyMemoryIsUsedAgainByWhomItIsLongEnoughFor() {
    pool.take(100).release();
    Block small = pool.take(4096);
    assertHolds(4096, 1);
    pool.take(5000).release();
    assertHolds(4096 + 8192, 2);
    small.release();
    Block large = pool.take(8192);
    assertHolds(4096 + 8192, 2);
    large.release();
  }

  @Test
  void earlyBlocksAreCounted() {
    Block first = pool.take(100);
    Block second = pool.take(5000);
    assertThat(pool.statistics()).isEqualTo(new PoolStatistics(2, 5100, 0, 12_288, 2, 2));
    first.release();
    assertThat(pool.statistics()).isEqualTo(new PoolStatistics(1, 5000, 0, 12_288, 2, 2));
    assertThat(pool)
        .hasToString(
            "shared pool: 1 live blocks of 5000 bytes, 0 bytes cached, 12288 bytes held in 2 regions");
    second.release();
  }

  @Test
  void anEarlyBlockIsReleasedOnce() {
    Block block = pool.take(100);
    block.release();
    assertThatIllegalStateException()
        .isThrownBy(block::release)
        .withMessage("the block was released before");
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  @Test
  void negativeSizesAreRefusedBeforeThereIsAnotherPool() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pool.take(-1))
        .withMessage("a block of -1 bytes cannot be");
    assertHolds(0, 0);
  }

  @Test
  void theBlockAfterTheSixtyFourthComesFromThePoolForGeneralUse() {
    for (int i = 0; i < 64; i++) {
      pool.take(100).release();
    }
    assertHolds(4096, 1);
    Block block = pool.take(100);
    assertHolds(REGION, 1);
    assertThat(pool.statistics().takes()).isEqualTo(65);
    assertThat(pool.statistics().liveBlocks()).isEqualTo(1);
    block.release();
    assertThat(pool.trim()).isEqualTo(REGION);
    assertHolds(0, 0);
  }

  @Test
  void aBlockThatIsTooLongForAnEarlyOneComesFromThePoolForGeneralUse() {
    pool.take(4 << 20).release();
    assertHolds(4 << 20, 1);
    pool.take((4 << 20) + 1).release();
    assertHolds(REGION, 1);
  }

  @Test
  void earlyMemoryIsNoMoreThanSixteenMebibytes() {
    List<Block> early = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      early.add(pool.take(4 << 20));
    }
    assertHolds(16 << 20, 4);
    Block next = pool.take(1);
    assertHolds((16 << 20) + REGION, 5);
    early.forEach(Block::release);
    assertHolds(REGION, 1);
    next.release();
  }

  @Test
  void whenCFunctionsAreBoundThereAreNoMoreEarlyBlocks() {
    Block early = pool.take(100);
    Block idle = pool.take(100);
    idle.release();
    pool.tried = true;
    Block block = pool.take(100);
    assertHolds(4096 + REGION, 2);
    assertThat(pool.statistics().liveBytes()).isEqualTo(200);
    early.release();
    assertHolds(REGION, 1);
    block.release();
  }

  @Test
  void trimmingAndClosingLeaveEarlyBlocksAsTheyAre() {
    Block block = pool.take(100);
    block.memory().fill((byte) 3);
    assertThat(pool.trim()).isZero();
    pool.close();
    assertThat(block.memory().toArray(JAVA_BYTE)).containsOnly(3);
    block.release();
    assertHolds(4096, 1);
  }
}
