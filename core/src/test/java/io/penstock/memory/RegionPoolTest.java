package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Blocks that are cut from regions, and blocks that are regions of their own.
class RegionPoolTest {
  private static final long REGION = 1 << 20;

  static Stream<Function<PoolOptions, BufferPool>> buddies() {
    return Stream.of(BufferPools::buddy1, BufferPools::buddy2);
  }

  private static BufferPool open(Function<PoolOptions, BufferPool> kind) {
    return kind.apply(PoolOptions.defaults().withRegionBytes(REGION).withLimitBytes(4 * REGION));
  }

  @ParameterizedTest
  @MethodSource("buddies")
  void aBlockAsLongAsARegionIsCutFromOneAndALongerOneGoesWhenItIsReleased(
      Function<PoolOptions, BufferPool> kind) {
    try (BufferPool pool = open(kind)) {
      pool.take(REGION).release();
      assertThat(pool.statistics().heldBytes()).isEqualTo(REGION);
      pool.take(REGION + 1).release();
      assertThat(pool.statistics().heldBytes()).isEqualTo(REGION);
    }
  }

  @ParameterizedTest
  @MethodSource("buddies")
  void regionsThatLieIdleMakeRoomForABlockThatIsARegionOfItsOwn(
      Function<PoolOptions, BufferPool> kind) {
    try (BufferPool pool = open(kind)) {
      List<Block> all = Stream.generate(() -> pool.take(REGION)).limit(4).toList();
      all.forEach(Block::release);
      Block huge = pool.take(4 * REGION);
      assertThat(pool.statistics().heldBytes()).isEqualTo(4 * REGION);
      assertThat(pool.statistics().regions()).isEqualTo(1);
      huge.release();
    }
  }
}
