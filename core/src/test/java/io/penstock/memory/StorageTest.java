package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
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
  void memoryThatIsTooShortOrAskewIsRefusedAndGoesBack() {
    MemorySegment memory = Arena.global().allocate(4096 + (9 << 20), 4096);
    for (MemorySegment bad :
        List.of(memory.asSlice(0, (8 << 20) - 1), memory.asSlice(64, 8 << 20))) {
      List<MemorySegment> freed = new ArrayList<>();
      BufferPool pool = poolOver(Storage.of(bytes -> bad, freed::add));
      assertThatIllegalStateException()
          .isThrownBy(() -> pool.take(1))
          .withMessage(
              "the storage was asked for 8388608 bytes at a multiple of 4096 and gave %d at %d",
              bad.byteSize(), bad.address());
      assertThat(freed).containsExactly(bad);
      assertThat(pool.statistics()).isEqualTo(new PoolStatistics(0, 0, 0, 0, 0, 0));
      pool.close();
    }
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
  void aStorageThatFailsToTakeMemoryBackLeavesThePoolInOrder() {
    for (int i = 0; i < 4; i++) {
      Storage reluctant =
          Storage.of(
              bytes -> Arena.ofAuto().allocate(bytes, 4096),
              memory -> {
                throw new IllegalStateException("not now");
              });
      PoolOptions options = PoolOptions.defaults().withStorage(reluctant).withRegionBytes(1 << 20);
      BufferPool pool =
          switch (i) {
            case 0 -> BufferPools.plain(options);
            case 1 -> BufferPools.buddy1(options);
            case 2 -> BufferPools.buddy2(options);
            default -> BufferPools.cached(options);
          };
      Block alone = pool.take(9 << 20);
      assertThatIllegalStateException().isThrownBy(alone::release).withMessage("not now");
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(pool.statistics().heldBytes()).isZero();
      List<Block> blocks = i == 0 ? List.of() : List.of(pool.take(700_000), pool.take(700_000));
      blocks.forEach(Block::release);
      if (i > 0) {
        assertThatIllegalStateException()
            .isThrownBy(pool::trim)
            .withMessage("not now")
            .satisfies(e -> assertThat(e.getSuppressed()).as("the other region's").hasSize(1));
      }
      assertThat(pool.statistics().heldBytes()).isZero();
      pool.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> pool.take(1))
          .withMessageContaining("closed");
    }
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

  @Test
  void memoryOffTheHeapIsGoneWhenItIsFreed() {
    Storage.Region region = Storage.offHeap().allocate(4096);
    assertThat(region.memory().scope().isAlive()).isTrue();
    region.free();
    assertThat(region.memory().scope().isAlive()).isFalse();
  }

  @Test
  void pagesThatTheSystemRefusesAreNamedWithItsReason() {
    assertThatThrownBy(() -> Storage.pages().allocate(1L << 46))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("mmap of 70368744177664 bytes: ENOMEM");
  }
}
