package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.RandomSelections;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class HyperslabTest {
  private static final Shape SHAPE = Shape.of(6, 10);

  @Test
  void startAloneSelectsOneElement() {
    assertSelects(Hyperslab.at(2, 3), 23);
    assertThat(Hyperslab.at(2, 3).shape()).isEqualTo(Shape.of(1, 1));
  }

  @Test
  void countsMakeATile() {
    assertSelects(Hyperslab.at(1, 7).count(2, 3), 17, 18, 19, 27, 28, 29);
  }

  @Test
  void stridesLeaveOut() {
    assertSelects(Hyperslab.at(0, 1).count(2, 3).stride(5, 4), 1, 5, 9, 51, 55, 59);
  }

  @Test
  void blocksWiden() {
    assertSelects(
        Hyperslab.at(4, 0).count(1, 2).block(2, 3).stride(2, 5),
        40,
        41,
        42,
        45,
        46,
        47,
        50,
        51,
        52,
        55,
        56,
        57);
  }

  @Test
  void aStrideThatWasSmallerGrowsWithTheBlocks() {
    Hyperslab touching = Hyperslab.at(0, 0).count(1, 3).block(1, 2);
    assertThat(touching.axis(1).stride()).isEqualTo(2);
    assertSelects(touching, 0, 1, 2, 3, 4, 5);
  }

  @Test
  void theLastBlockEndsWithTheArray() {
    Hyperslab exact = Hyperslab.at(0, 1).count(1, 3).block(1, 3).stride(1, 3);
    exact.requireWithin(SHAPE);
    assertThat(exact.axis(1).end()).isEqualTo(10);
  }

  @Test
  void allSelectsEveryElementWhateverTheRank() {
    for (Shape shape : new Shape[] {Shape.of(), Shape.of(0), Shape.of(3, 0, 2), Shape.of(2, 3)}) {
      Hyperslab all = Hyperslab.all(shape);
      all.requireWithin(shape);
      assertThat(all.size()).isEqualTo(shape.size());
      assertThat(all.shape()).isEqualTo(shape);
    }
  }

  @Test
  void aCountOfZeroSelectsNothing() {
    Hyperslab empty = Hyperslab.at(2, 10).count(3, 0);
    empty.requireWithin(SHAPE);
    assertThat(empty.size()).isZero();
    assertThat(empty.shape()).isEqualTo(Shape.of(3, 0));
    assertSelects(empty);
  }

  @Test
  void badValuesAreNamed() {
    assertRefused(() -> Hyperslab.at(0, -1), "start -1 must not be negative");
    assertRefused(() -> Hyperslab.at(0).count(-2), "count -2 must not be negative");
    assertRefused(() -> Hyperslab.at(0).stride(0), "stride 0 must be at least 1");
    assertRefused(() -> Hyperslab.at(0).stride(-4), "stride -4 must be at least 1");
    assertRefused(() -> Hyperslab.at(0).block(0), "block 0 must be at least 1");
    assertRefused(
        () -> Hyperslab.at(0).count(2).block(3).stride(2),
        "stride 2 must not be below the block of 3: blocks would overlap");
    assertRefused(
        () -> Hyperslab.at(1).count(Long.MAX_VALUE),
        "selected indices overflow: start 1, stride 1, count " + Long.MAX_VALUE);
  }

  @Test
  void asManyValuesAsAxesAreTaken() {
    assertRefused(() -> Hyperslab.at(0, 0).count(1), "1 counts for a hyperslab of rank 2");
    assertRefused(() -> Hyperslab.at(0).stride(1, 1), "2 strides for a hyperslab of rank 1");
    assertRefused(() -> Hyperslab.at().block(1), "1 blocks for a hyperslab of rank 0");
  }

  @Test
  void sixtyFiveAxesFitAndSixtySixDoNot() {
    assertThat(Hyperslab.at(new long[65]).rank()).isEqualTo(65);
    assertRefused(() -> Hyperslab.at(new long[66]), "rank 66 is above 65");
  }

  @Test
  void aChangeMakesANewOne() {
    Hyperslab one = Hyperslab.at(1, 1);
    assertThat(one.count(2, 2)).isNotEqualTo(one).doesNotHaveSameHashCodeAs(one);
    assertThat(one).isEqualTo(Hyperslab.at(1, 1)).hasSameHashCodeAs(Hyperslab.at(1, 1));
    assertThat(one.count(2, 3).block(1, 2)).hasToString("Hyperslab[1+2*1/1, 1+3*2/2]");
  }

  private static void assertSelects(Selection selection, long... positions) {
    selection.requireWithin(SHAPE);
    assertThat(RandomSelections.positions(SHAPE, selection)).containsExactly(positions);
    assertThat(selection.size()).isEqualTo(positions.length);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
