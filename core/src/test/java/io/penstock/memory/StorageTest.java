package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class StorageTest {
  @Test
  void aProgramsOwnMemoryIsFreedAsOftenAsAllocated() {
    CMemory memory = new CMemory();
    try (BufferPool pool =
        BufferPools.cached(PoolOptions.defaults().withStorage(memory.storage()))) {
      pool.take(100).release();
      pool.take(9 << 20).release();
      assertThat(memory.out()).isEqualTo(1);
      pool.trim();
      assertThat(memory.out()).isZero();
      pool.take(100).release();
    }
    assertThat(memory.out()).isZero();
  }

  @Test
  void memoryThatIsTooShortOrAskewIsRefused() {
    Storage tooShort = Storage.of(bytes -> MemorySegment.ofArray(new byte[10]), memory -> {});
    assertThatIllegalStateException()
        .isThrownBy(() -> poolOver(tooShort).take(1))
        .withMessageContaining("gave 10");
  }

  @Test
  void aStorageThatFailsLeavesThePoolAsItWas() {
    Storage empty =
        Storage.of(
            bytes -> {
              throw new OutOfMemoryError("nothing there");
            },
            memory -> {});
    BufferPool pool = poolOver(empty);
    assertThatThrownBy(() -> pool.take(1))
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContainingAll("asked for 1 bytes", "nothing there")
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(pool.statistics()).isEqualTo(new PoolStatistics(0, 0, 0, 0, 0, 0));
    pool.close();
  }

  @Test
  void sizesThatNoMachineHasAreRefusedByEveryStorage() {
    for (Storage storage : new Storage[] {Storage.heap(), Storage.offHeap(), Storage.pages()}) {
      for (long size : new long[] {1L << 46, 1L << 62, Long.MAX_VALUE}) {
        try (BufferPool pool = poolOver(storage)) {
          assertThatThrownBy(() -> pool.take(size)).isInstanceOf(PoolExhaustedException.class);
        }
      }
    }
  }

  @Test
  void optionsAreChecked() {
    PoolOptions options = PoolOptions.defaults();
    assertThatIllegalArgumentException().isThrownBy(() -> options.withRegionBytes(5000));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withRegionBytes(2048));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withLimitBytes(0));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withCacheBytes(-1));
  }

  @Test
  void aLimitBelowARegionMakesRegionsShorter() {
    try (BufferPool pool =
        BufferPools.cached(PoolOptions.defaults().withLimitBytes(100_000).withCacheBytes(0))) {
      pool.take(30_000).release();
      assertThat(pool.statistics().heldBytes()).isEqualTo(1 << 16);
      assertThatThrownBy(() -> pool.take(100_001)).isInstanceOf(PoolExhaustedException.class);
    }
  }

  private static BufferPool poolOver(Storage storage) {
    return BufferPools.cached(PoolOptions.defaults().withStorage(storage));
  }
}
