package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShapeTest {
  @Test
  void theSizeIsTheProductOfTheExtents() {
    assertThat(Shape.of(3, 5, 7).size()).isEqualTo(105);
    assertThat(Shape.of(1L << 31, 1L << 31).size()).isEqualTo(1L << 62);
  }

  @Test
  void aScalarIsOneElement() {
    Shape scalar = Shape.of();
    assertThat(scalar.rank()).isZero();
    assertThat(scalar.size()).isEqualTo(1);
    assertThat(scalar).hasToString("scalar");
  }

  @Test
  void asManyAxesFitAsNumpyHasAndOneMore() {
    assertThat(Shape.of(ones(65)).rank()).isEqualTo(65);
    assertThatThrownBy(() -> Shape.of(ones(66)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 66 is above 65");
    assertThatThrownBy(() -> Shape.of(ones(65)).append(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 66 is above 65");
  }

  @Test
  void anExtentOfZeroMakesTheArrayEmpty() {
    assertThat(Shape.of(0).size()).isZero();
    assertThat(Shape.of(4, 0, 1L << 40).size()).isZero();
  }

  @Test
  void negativeExtentsAreRefused() {
    assertThatThrownBy(() -> Shape.of(4, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative extent in shape [4, -1]");
    assertThatThrownBy(() -> Shape.of(0, Long.MIN_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("negative extent");
  }

  @Test
  void theLargestShapeFitsAndOneElementMoreDoesNot() {
    assertThat(Shape.of(Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
    assertThat(Shape.of(7, Long.MAX_VALUE / 7).size()).isEqualTo(Long.MAX_VALUE);
    for (long[] extents :
        new long[][] {
          {1L << 32, 1L << 31}, {1L << 32, 1L << 32}, {2, 1L << 62}, {3, Long.MAX_VALUE / 2}
        }) {
      assertThatThrownBy(() -> Shape.of(extents))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("shape " + Arrays.toString(extents) + " has more than 2^63 - 1 elements");
    }
  }

  @Test
  void anEmptyArrayIsHeldToTheSameLimit() {
    assertThatThrownBy(() -> Shape.of(0, 1L << 32, 1L << 32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 2^63 - 1 elements");
  }

  @Test
  void theExtentsCannotBeChangedFromOutside() {
    long[] extents = {2, 3};
    Shape shape = Shape.of(extents);
    extents[0] = 9;
    shape.toArray()[1] = 9;
    assertThat(shape.toArray()).containsExactly(2, 3);
    assertThat(shape.extent(0)).isEqualTo(2);
    assertThatThrownBy(() -> shape.extent(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void equalExtentsMakeEqualShapes() {
    assertThat(Shape.of(2, 3)).isEqualTo(Shape.of(2, 3)).hasSameHashCodeAs(Shape.of(2, 3));
    assertThat(Shape.of(2, 3)).isNotEqualTo(Shape.of(3, 2)).isNotEqualTo(Shape.of(2, 3, 1));
    assertThat(Shape.of(2, 3)).doesNotHaveSameHashCodeAs(Shape.of(3, 2));
    assertThat(Shape.of(6)).isNotEqualTo(Shape.of(2, 3)).isNotEqualTo("6");
    assertThat(Shape.of()).isNotEqualTo(Shape.of(1));
  }

  @Test
  void itReadsAsAUserWritesIt() {
    assertThat(Shape.of(4096, 2)).hasToString("4096 x 2");
    assertThat(Shape.of(7)).hasToString("7");
  }

  @Test
  void anAppendedAxisIsTheFastest() {
    assertThat(Shape.of(4, 5).append(2)).isEqualTo(Shape.of(4, 5, 2));
    assertThat(Shape.of().append(2)).isEqualTo(Shape.of(2));
  }

  private static long[] ones(int rank) {
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    return extents;
  }
}
