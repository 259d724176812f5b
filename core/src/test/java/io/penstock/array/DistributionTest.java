package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.RandomSelections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DistributionTest {
  private static final Shape SHAPE = Shape.of(100, 200, 300);
  private static final List<Dealing> DEALINGS =
      List.of(Dealing.cyclic(10), Dealing.whole(), Dealing.block());

  @Test
  void ranksRunOverTheGridWithItsLastAxisFastest() {
    Distribution distribution = new Distribution(SHAPE, DEALINGS, Shape.of(2, 1, 3));
    Share share = distribution.of(4); // at 1, 0, 1 of the grid
    assertThat(share.axis(0)).isEqualTo(new AxisSelection(10, 20, 5, 10, 10));
    assertThat(share.axis(1)).isEqualTo(AxisSelection.range(0, 200));
    assertThat(share.axis(2)).isEqualTo(AxisSelection.range(100, 100));
    assertThat(share.shape()).isEqualTo(Shape.of(50, 200, 100));
  }

  @Test
  void blocksAreOfTheSlowestAxis() {
    Distribution blocks = Distribution.blocks(Shape.of(5, 2), 3);
    assertThat(blocks.of(0).shape()).isEqualTo(Shape.of(2, 2));
    assertThat(blocks.of(2).axis(0)).isEqualTo(AxisSelection.range(4, 1));
  }

  @Test
  void cyclicIsAlongTheSlowestAxis() {
    Share share = Distribution.cyclic(Shape.of(7, 2), 2, 2).of(0);
    assertThat(RandomSelections.positions(Shape.of(7, 2), share))
        .containsExactly(0, 1, 2, 3, 8, 9, 10, 11);
  }

  @Test
  void aScalarIsDealtToOneRankOfAnEmptyGrid() {
    Distribution scalar = new Distribution(Shape.of(), List.of(), Shape.of());
    assertThat(scalar.of(0).size()).isEqualTo(1);
  }

  @Test
  void ranksOutsideTheGridAreRefused() {
    Distribution distribution = new Distribution(SHAPE, DEALINGS, Shape.of(2, 1, 3));
    for (long rank : new long[] {-1, 6, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> distribution.of(rank))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("rank " + rank + " of 6");
    }
  }

  @Test
  void whatDoesNotFitTheArrayIsRefused() {
    assertRefused(
        () -> new Distribution(SHAPE, List.of(Dealing.block()), Shape.of(2, 1, 3)),
        "1 dealings and a process grid of rank 3 for an array of rank 3");
    assertRefused(
        () -> new Distribution(SHAPE, DEALINGS, Shape.of(2, 3)),
        "3 dealings and a process grid of rank 2 for an array of rank 3");
    assertRefused(
        () -> new Distribution(SHAPE, DEALINGS, Shape.of(2, 1, 0)), "no process in grid 2 x 1 x 0");
    assertRefused(
        () -> new Distribution(SHAPE, DEALINGS, Shape.of(2, 2, 3)),
        "an undistributed axis takes 1 process, not 2");
    assertRefused(() -> Distribution.blocks(Shape.of(), 2), "a scalar cannot be distributed");
    assertRefused(() -> Distribution.blocks(SHAPE, 0), "no process in grid 0 x 1 x 1");
    assertRefused(() -> Distribution.blocks(SHAPE, -1), "negative extent in shape [-1, 1, 1]");
    assertRefused(() -> Distribution.cyclic(SHAPE, 2, 0), "block 0 must be at least 1");
  }

  @Test
  void equalSharesAreEqual() {
    Distribution distribution = Distribution.blocks(Shape.of(4), 2);
    assertThat(distribution.of(1)).isEqualTo(distribution.of(1));
    assertThat(distribution.of(1)).hasSameHashCodeAs(distribution.of(1));
    assertThat(distribution.of(1))
        .isNotEqualTo(distribution.of(0))
        .doesNotHaveSameHashCodeAs(distribution.of(0));
  }

  @Test
  void aShareSaysWhichIndicesItHas() {
    assertThat(Distribution.blocks(Shape.of(4), 2).of(1))
        .hasToString("Share[AxisSelection[start=2, stride=2, count=1, block=2, last=2]]");
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
