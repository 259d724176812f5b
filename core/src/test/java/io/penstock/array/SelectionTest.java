package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.RandomSelections;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final Shape SHAPE = Shape.of(4, 6);

  @Test
  void aSelectionThatEndsWithTheArrayIsWithinIt() {
    Hyperslab.at(0, 0).count(4, 6).requireWithin(SHAPE);
    Hyperslab.at(3, 1).count(1, 3).stride(1, 2).requireWithin(SHAPE);
    Hyperslab.at().requireWithin(Shape.of());
  }

  @Test
  void oneElementTooManyIsNamedWithItsAxis() {
    assertThatThrownBy(() -> Hyperslab.at(0, 1).count(4, 6).requireWithin(SHAPE))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("selection ends at index 7 on axis 1, which has 6 elements (array 4 x 6)");
    assertThatThrownBy(() -> Hyperslab.at(4, 0).requireWithin(SHAPE))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("selection ends at index 5 on axis 0, which has 4 elements (array 4 x 6)");
    assertThatThrownBy(() -> Hyperslab.at(0, 1).count(1, 3).stride(1, 3).requireWithin(SHAPE))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("ends at index 8 on axis 1");
  }

  @Test
  void anotherRankIsRefused() {
    assertThatThrownBy(() -> Hyperslab.at(0).requireWithin(SHAPE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a selection of rank 1 does not fit an array of rank 2 (4 x 6)");
    assertThatThrownBy(() -> Hyperslab.at(0).requireWithin(Shape.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a selection of rank 1 does not fit an array of rank 0 (scalar)");
  }

  @Test
  void nothingFitsAnEmptyArrayButAnEmptySelection() {
    Hyperslab.at(0, 0).count(4, 0).requireWithin(Shape.of(4, 0));
    assertThatThrownBy(() -> Hyperslab.at(0, 0).requireWithin(Shape.of(4, 0)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("axis 1, which has 0 elements");
  }

  @Test
  void moreElementsThanALongCountsAreRefusedInOneLine() {
    Hyperslab vast = Hyperslab.at(0, 0).count(1L << 32, 1L << 32);
    assertThatThrownBy(vast::size)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shape [4294967296, 4294967296] has more than 2^63 - 1 elements");
  }

  @Test
  void oneAxisAfterTheOtherMakesASelection() {
    Selection all =
        Selection.of(List.of(new AxisSelection(1, 2, 2, 1, 1), AxisSelection.range(3, 3)));
    assertThat(all.rank()).isEqualTo(2);
    assertThat(RandomSelections.positions(SHAPE, all)).containsExactly(9, 10, 11, 21, 22, 23);
  }

  @Test
  void sixtyFiveAxesMakeASelectionAndSixtySixDoNot() {
    AxisSelection first = AxisSelection.range(0, 1);
    assertThat(Selection.of(Collections.nCopies(65, first)).size()).isEqualTo(1);
    assertThatThrownBy(() -> Selection.of(Collections.nCopies(66, first)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 66 is above 65");
  }

  @Test
  void whatIsWithinByDefinitionIsWithin() {
    SplittableRandom random = new SplittableRandom(7);
    RandomSelections selections = new RandomSelections(random);
    for (int i = 0; i < 2000; i++) {
      Shape shape = selections.shape(200);
      Selection selection = selections.within(shape);
      selection.requireWithin(shape);
      assertThat(selection.size())
          .isEqualTo(selection.shape().size())
          .isEqualTo(RandomSelections.positions(shape, selection).length);
    }
  }
}
