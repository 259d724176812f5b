package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.Shape;
import io.penstock.message.RankGrid.Neighbour;
import io.penstock.message.RankGrid.Shift;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ranks as the places of a grid.
class RankGridTest {
  private static final RankGrid GRID = RankGrid.of(3, 4).withRings(1);

  private static OptionalInt some(int rank) {
    return OptionalInt.of(rank);
  }

  @Test
  void ranksFollowOneAnotherInRowMajorOrder() {
    int rank = 0;
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 4; column++) {
        assertThat(GRID.coordinates(rank)).containsExactly(row, column);
        assertThat(GRID.rank(row, column)).isEqualTo(some(rank));
        rank++;
      }
    }
    assertThat(GRID.size()).isEqualTo(rank);
    assertThat(GRID.shape()).isEqualTo(Shape.of(3, 4));
  }

  @Test
  void ringsGoOnAndOpenEdgesDoNot() {
    assertThat(GRID.rank(1, 4)).isEqualTo(some(4));
    assertThat(GRID.rank(1, -1)).isEqualTo(some(7));
    assertThat(GRID.rank(1, -13)).isEqualTo(some(7));
    assertThat(GRID.rank(3, 0)).isEmpty();
    assertThat(GRID.rank(-1, 0)).isEmpty();
    assertThat(GRID.isRing(0)).isFalse();
    assertThat(GRID.isRing(1)).isTrue();
  }

  @Test
  void neighboursAreFoundAtAnyDistance() {
    assertThat(GRID.neighbour(5, 0, 1)).isEqualTo(some(9));
    assertThat(GRID.neighbour(5, 0, -2)).isEmpty();
    assertThat(GRID.neighbour(7, 1, 1)).isEqualTo(some(4));
    assertThat(GRID.neighbour(7, 1, Integer.MAX_VALUE)).isEqualTo(some(6));
    assertThat(GRID.neighbour(7, 0, Integer.MIN_VALUE)).isEmpty();
    Shift down = GRID.shift(1, 0, 1);
    assertThat(down.source()).isEmpty();
    assertThat(down.destination()).isEqualTo(some(5));
    Shift left = GRID.shift(4, 1, -1);
    assertThat(left.source()).isEqualTo(some(5));
    assertThat(left.destination()).isEqualTo(some(7));
  }

  @Test
  void neighboursAtTheGreatestDistancesAreFoundToo() {
    Shift ring = RankGrid.of(5).withRings(0).shift(1, 0, Integer.MIN_VALUE);
    assertThat(ring.source()).hasValue((int) Math.floorMod(1 - (long) Integer.MIN_VALUE, 5L));
    assertThat(ring.destination()).hasValue((int) Math.floorMod(1 + (long) Integer.MIN_VALUE, 5L));
    Shift open = RankGrid.of(5).shift(1, 0, Integer.MIN_VALUE);
    assertThat(open.source()).isEmpty();
    assertThat(open.destination()).isEmpty();
  }

  @Test
  void aHaloComesFromAllSidesThatHaveARank() {
    assertThat(GRID.neighbours(0))
        .containsExactly(new Neighbour(0, 1, 4), new Neighbour(1, -1, 3), new Neighbour(1, 1, 1));
    assertThat(RankGrid.of(1).withRings(0).neighbours(0))
        .containsExactly(new Neighbour(0, -1, 0), new Neighbour(0, 1, 0));
    assertThat(RankGrid.of(1, 1).neighbours(0)).isEmpty();
  }

  @Test
  void whatIsSentToANeighbourHasTheTagThatItExpects() {
    for (RankGrid grid : new RankGrid[] {GRID, RankGrid.of(2, 2).withRings(0, 1)}) {
      for (int rank = 0; rank < grid.size(); rank++) {
        int own = rank;
        for (Neighbour there : grid.neighbours(rank)) {
          assertThat(grid.neighbours(there.rank()))
              .filteredOn(back -> back.rank() == own && back.receiveTag() == there.sendTag())
              .containsExactly(new Neighbour(there.axis(), -there.step(), own));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, 1 1 1",
    "7, 1, 7",
    "12, 2, 4 3",
    "16, 2, 4 4",
    "24, 3, 4 3 2",
    "64, 3, 4 4 4",
    "97, 2, 97 1",
    "210, 4, 7 5 3 2",
    "1000000, 3, 100 100 100",
    "2147483647, 2, 2147483647 1"
  })
  void aBalancedGridIsAsEvenAsItCanBe(int ranks, int axes, String extents) {
    RankGrid grid = RankGrid.balanced(ranks, axes);
    int[] wanted = Arrays.stream(extents.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    assertThat(grid).isEqualTo(RankGrid.of(wanted));
  }

  @Test
  void noOtherGridOfAsManyRanksHasAShorterLongestAxis() {
    for (int ranks = 1; ranks <= 120; ranks++) {
      int longest = RankGrid.balanced(ranks, 3).extent(0);
      assertThat(longest).as("%d ranks", ranks).isEqualTo(shortestLongest(ranks));
    }
  }

  private static int shortestLongest(int ranks) {
    return IntStream.rangeClosed(1, ranks)
        .filter(a -> ranks % a == 0)
        .flatMap(
            a ->
                IntStream.rangeClosed(1, ranks / a)
                    .filter(b -> ranks / a % b == 0)
                    .map(b -> Math.max(a, Math.max(b, ranks / a / b))))
        .min()
        .orElseThrow();
  }

  @Test
  void givenExtentsStay() {
    assertThat(RankGrid.fitted(24, 0, 3, 0)).isEqualTo(RankGrid.of(4, 3, 2));
    assertThat(RankGrid.fitted(6, 2, 3)).isEqualTo(RankGrid.of(2, 3));
  }

  @Test
  void aPartHasTheAxesThatStay() {
    RankGrid grid = RankGrid.of(2, 3, 4).withRings(2);
    assertThat(grid.along(0, 2)).isEqualTo(RankGrid.of(2, 4).withRings(1));
    assertThat(grid.along()).isEqualTo(RankGrid.of());
    assertThat(grid.along().size()).isOne();
  }

  @Test
  void whatMakesNoGridIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGrid.of(2, 0))
        .withMessage("an axis of a grid has 1 rank or more, not 0 as in 2 x 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGrid.of(1 << 16, 1 << 15))
        .withMessage("65536 x 32768 are more ranks than 2147483647");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGrid.fitted(7, 2, 0))
        .withMessage("7 ranks make no grid of 2 x 0, 0 standing for any number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGrid.fitted(8, 2, 2))
        .withMessage("8 ranks make no grid of 2 x 2");
    assertThatIllegalArgumentException().isThrownBy(() -> RankGrid.balanced(4, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> RankGrid.balanced(0, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> RankGrid.fitted(4, -2, 0));
  }

  @Test
  void placesThatAreNotThereAreRefused() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GRID.coordinates(12))
        .withMessage("there is no rank 12 in a grid of 3 x 4 ranks, rings along 1");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GRID.neighbour(0, 2, 1))
        .withMessage("there is no axis 2 in a grid of 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GRID.rank(1))
        .withMessageEndingWith("has coordinates numbering 2, not 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GRID.along(1, 0))
        .withMessage("axes are named in ascending order, not as [1, 0]");
  }
}
