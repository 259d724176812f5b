package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TileTest {
  private static final Shape SHAPE = Shape.of(4, 6);

  private final int[] field = new int[24];

  @Test
  void asManyElementsAreInATileAsAreSelected() {
    assertThat(new Tile(field, SHAPE, Hyperslab.at(0, 1).count(4, 1)).count()).isEqualTo(4);
    assertThat(new Tile(field, SHAPE, Hyperslab.at(1, 1).count(2, 3)).count()).isEqualTo(6);
  }

  @Test
  void placesOutsideOfTheArrayAreRefused() {
    assertThatThrownBy(() -> new Tile(field, SHAPE, Hyperslab.at(0, 6).count(4, 1)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("selection ends at index 7 on axis 1, which has 6 elements (array 4 x 6)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tile(field, SHAPE, Hyperslab.at(0)))
        .withMessageStartingWith("a selection of rank 1 does not fit");
  }
}
