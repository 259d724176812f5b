package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PoolOptionsTest {
  private final PoolOptions options = new PoolOptions(Storage.heap(), 1 << 16, 1 << 20, 1 << 10);

  @Test
  void eachOptionIsChangedAlone() {
    assertThat(options.withRegionBytes(4096))
        .isEqualTo(new PoolOptions(options.storage(), 4096, 1 << 20, 1 << 10));
    assertThat(options.withLimitBytes(1))
        .isEqualTo(new PoolOptions(options.storage(), 1 << 16, 1, 1 << 10));
    assertThat(options.withCacheBytes(0))
        .isEqualTo(new PoolOptions(options.storage(), 1 << 16, 1 << 20, 0));
    Storage other = Storage.offHeap();
    assertThat(options.withStorage(other))
        .isEqualTo(new PoolOptions(other, 1 << 16, 1 << 20, 1 << 10));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.withRegionBytes(2048))
        .withMessage("a region of 2048 bytes must be a power of two from 4096 on");
    assertThatIllegalArgumentException().isThrownBy(() -> options.withRegionBytes(4097));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.withLimitBytes(0))
        .withMessage("a limit of 0 bytes is below 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.withCacheBytes(-1))
        .withMessage("a cache of -1 bytes is below 0");
  }

  @Test
  void aRegionFitsUnderTheLimit() {
    assertThat(options.fittingRegionBytes()).isEqualTo(1 << 16);
    assertThat(options.withLimitBytes(10_000).fittingRegionBytes()).isEqualTo(8192);
    assertThat(options.withLimitBytes(3).fittingRegionBytes()).isEqualTo(FreeSpace.UNIT);
  }

  @Test
  void memoryComesInPagesWherePenstockMayCallC() {
    assertThat(PoolOptions.defaults().storage()).isInstanceOf(PageStorage.class);
  }
}
