package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WalkTest {
  private final Walk walk = new Walk();

  @Test
  void aScalarIsOneRunOfOne() {
    over(Shape.of(), Hyperslab.at());
    assertThat(Runs.positions(walk)).containsExactly(0);
    assertThat(walk.contiguous()).isTrue();
  }

  @Test
  void wholeFastAxesAreOneRunWithTheSlowerOne() {
    over(Shape.of(4, 5, 6), Hyperslab.at(1, 0, 0).count(2, 5, 6));
    walk.seek(0);
    assertThat(walk.run()).isEqualTo(60);
    assertThat(walk.position()).isEqualTo(30);
  }

  @Test
  void wholePlanesOfARegularCombAreOneRunEach() {
    over(Shape.of(9, 5, 6), Hyperslab.at(0, 0, 0).count(3, 5, 6).stride(4, 1, 1));
    walk.seek(0);
    assertThat(walk.run()).isEqualTo(30);
    assertThat(Runs.count(walk)).isEqualTo(3);
    assertThat(walk.contiguous()).isFalse();
  }

  @Test
  void aColumnIsOneEvenlySpacedRun() {
    over(Shape.of(8, 5), Hyperslab.at(0, 3).count(8, 1));
    walk.seek(0);
    assertThat(walk.run()).isEqualTo(8);
    assertThat(walk.step()).isEqualTo(5);
  }

  @Test
  void blocksThatTouchAreOneRun() {
    over(Shape.of(20), Hyperslab.at(2).block(3).count(5));
    assertThat(Runs.count(walk)).isEqualTo(1);
    assertThat(walk.contiguous()).isTrue();
  }

  @Test
  void axesOfOneElementDoNotPartTheOthers() {
    over(Shape.of(4, 1, 6), Hyperslab.at(0, 0, 0).count(4, 1, 6));
    assertThat(walk.contiguous()).isTrue();
  }

  @Test
  void aTilesRowsAreParallel() {
    over(Shape.of(100, 100), Hyperslab.at(10, 20).count(30, 40));
    walk.seek(0);
    assertThat(walk.parallelRuns()).isEqualTo(30);
    assertThat(walk.runDistance()).isEqualTo(100);
    walk.advance(1);
    assertThat(walk.parallelRuns()).isEqualTo(1);
    walk.advance(39);
    assertThat(walk.parallelRuns()).isEqualTo(29);
  }

  @Test
  void theBlocksOfAnAxisAreParallel() {
    over(Shape.of(100), Hyperslab.at(10).block(3).stride(7).count(5));
    walk.seek(0);
    assertThat(walk.parallelRuns()).isEqualTo(5);
    assertThat(walk.runDistance()).isEqualTo(7);
    walk.advance(1);
    assertThat(walk.parallelRuns()).as("inside of a block").isEqualTo(1);
    walk.advance(2);
    assertThat(walk.parallelRuns()).isEqualTo(4);
    walk.seek(14);
    assertThat(walk.parallelRuns()).isEqualTo(1);
  }

  @Test
  void thePartsOfAComplexNumberStayTogetherInColumnMajorOrder() {
    Shape shape = Shape.of(2, 3, 2);
    walk.over(shape, Hyperslab.at(0, 1, 0).count(2, 2, 2), StorageOrder.COLUMN_MAJOR, true);
    assertThat(Runs.positions(walk)).containsExactly(4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(walk.contiguous()).isTrue();
  }

  @Test
  void anEmptySelectionHasNoRun() {
    over(Shape.of(4, 5), Hyperslab.at(0, 5).count(4, 0));
    walk.seek(0);
    assertThat(walk.size()).isZero();
    assertThat(walk.run()).isZero();
    assertThat(walk.contiguous()).isTrue();
  }

  @Test
  void positionsPastTheRangeOfAnIntAreRight() {
    Shape shape = Shape.of(1L << 20, 1L << 20);
    over(shape, Hyperslab.at((1L << 20) - 2, 5).count(2, 3).stride(1, 1L << 18));
    walk.seek(4);
    assertThat(walk.position()).isEqualTo(((1L << 20) - 1) * (1L << 20) + 5 + (1L << 18));
    assertThat(walk.step()).isEqualTo(1L << 18);
    assertThat(walk.run()).isEqualTo(2);
  }

  @Test
  void thirtyTwoAxesAreWalked() {
    long[] twos = new long[32];
    Arrays.fill(twos, 2);
    over(Shape.of(twos), Hyperslab.at(new long[32]).count(twos));
    walk.seek((1L << 32) - 1);
    assertThat(walk.position()).isEqualTo((1L << 32) - 1);
    assertThat(walk.contiguous()).isTrue();
    long[] ones = new long[32];
    Arrays.fill(ones, 1);
    over(Shape.of(twos), Hyperslab.at(ones));
    assertThat(Runs.positions(walk)).containsExactly((1L << 32) - 1);
  }

  @Test
  void aWalkCanBeDescribedAgain() {
    over(Shape.of(4, 5), Hyperslab.at(1, 1).count(2, 2));
    assertThat(Runs.positions(walk)).containsExactly(6, 7, 11, 12);
    over(Shape.of(3), Hyperslab.at(2));
    assertThat(Runs.positions(walk)).containsExactly(2);
    walk.range(7, 2);
    assertThat(Runs.positions(walk)).containsExactly(7, 8);
  }

  private void over(Shape shape, Selection selection) {
    walk.over(shape, selection, StorageOrder.ROW_MAJOR, false);
  }
}
