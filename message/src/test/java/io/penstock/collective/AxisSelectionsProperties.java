package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.AxisSelection;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random axis selections, against a list of their indices.
class AxisSelectionsProperties {
  private static final int CASES = 50_000;

  private static AxisSelection draw(RandomGenerator random) {
    long block = 1 + random.nextLong(4);
    long stride = block + random.nextInt(random.nextBoolean() ? 5 : 40);
    long count = random.nextInt(random.nextBoolean() ? 6 : 60);
    long last = count == 0 ? 0 : 1 + random.nextLong(block);
    return new AxisSelection(random.nextInt(20), stride, count, block, last);
  }

  private static Set<Long> indices(AxisSelection along) {
    Set<Long> found = new HashSet<>();
    for (long nth = 0; nth < along.count(); nth++) {
      long length = nth == along.count() - 1 ? along.last() : along.block();
      for (long i = 0; i < length; i++) {
        found.add(along.start() + nth * along.stride() + i);
      }
    }
    return found;
  }

  @Test
  void combsMeetIfTheyHaveAnIndexInCommon() {
    SplittableRandom random = new SplittableRandom(20261122);
    for (int i = 0; i < CASES; i++) {
      AxisSelection one = draw(random);
      AxisSelection other = draw(random);
      Set<Long> common = indices(one);
      common.retainAll(indices(other));
      assertThat(Pattern.overlap(one, other))
          .as("%s and %s", one, other)
          .isEqualTo(!common.isEmpty());
    }
  }

  @Test
  void combsOfOneStrideMeetIfTheyHaveAnIndexInCommon() {
    SplittableRandom random = new SplittableRandom(20261128);
    for (int i = 0; i < CASES; i++) {
      long stride = 1 + random.nextLong(9);
      AxisSelection one = draw(random, stride);
      AxisSelection other = draw(random, stride);
      Set<Long> common = indices(one);
      common.retainAll(indices(other));
      assertThat(Pattern.overlap(one, other))
          .as("%s and %s", one, other)
          .isEqualTo(!common.isEmpty());
    }
  }

  private static AxisSelection draw(RandomGenerator random, long stride) {
    long block = 1 + random.nextLong(stride);
    return new AxisSelection(
        random.nextInt(60), stride, 2 + random.nextLong(5), block, 1 + random.nextLong(block));
  }

  @Test
  void whetherCombsMeetIsFoundOutWithoutAWalkThroughTheirBlocks() {
    long many = 1_000_000_000_000L;
    AxisSelection even = new AxisSelection(0, 6, many, 1, 1);
    assertThat(Pattern.overlap(even, new AxisSelection(3, 8, many, 1, 1))).isFalse();
    assertThat(Pattern.overlap(even, new AxisSelection(2, 9, many, 1, 1))).isFalse();
    assertThat(Pattern.overlap(even, new AxisSelection(2, 9, many, 2, 2))).isTrue();
    long prime = 1_000_003;
    assertThat(
            Pattern.overlap(
                new AxisSelection(1, prime, many, 1, 1),
                new AxisSelection(2, prime * 999_983, 1_000_000, 1, 1)))
        .isFalse();
  }

  @Test
  void theIndicesBelowAreCounted() {
    SplittableRandom random = new SplittableRandom(20261123);
    for (int i = 0; i < CASES; i++) {
      AxisSelection along = draw(random);
      long index = random.nextInt(60);
      Set<Long> all = indices(along);
      assertThat(Pattern.below(along, index))
          .as("%s below %d", along, index)
          .isEqualTo(all.stream().filter(other -> other < index).count());
      assertThat(Pattern.has(along, index)).isEqualTo(all.contains(index));
    }
  }
}
