package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.message.MessageBuffer;
import io.penstock.message.SectionType;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class PinnedDataTest {
  private final BufferPool pool = BufferPools.cached(PoolOptions.defaults());

  @Test
  void aMessageWithMemoryThatHasBeenFreedLeavesNoBlockBehind() {
    try (MessageBuffer buffer = new MessageBuffer()) {
      Arena arena = Arena.ofConfined();
      buffer.lend(arena.allocate(100), SectionType.BYTE).commit();
      arena.close();

      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> PinnedData.of(buffer, true, pool));

      assertThat(pool.statistics().liveBlocks()).isZero();
      buffer.clear(); // which is held by no transfer
    }
    pool.close();
  }
}
