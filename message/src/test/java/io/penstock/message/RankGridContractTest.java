package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.message.RankGrid.Neighbour;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Ranks that are the places of a grid, over every transport.
@Timeout(60)
class RankGridContractTest {
  private static final int RANKS = 4;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSliceHasTheRanksOfARowOrAColumn(TestJob job) {
    job.run(
        RANKS,
        world -> {
          RankGrid grid = RankGrid.of(2, 2);
          int[] place = grid.coordinates(world.rank());
          for (int axis = 0; axis < 2; axis++) {
            try (Communicator slice = grid.slice(world, axis)) {
              assertThat(slice.size()).isEqualTo(2);
              assertThat(slice.rank()).isEqualTo(place[axis]);
              int[] sum = {world.rank()};
              slice.allReduce(sum, sum, Reduction.SUM);
              int other =
                  grid.neighbour(world.rank(), axis, place[axis] == 0 ? 1 : -1).orElseThrow();
              assertThat(sum).containsExactly(world.rank() + other);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSliceAlongAllAxesIsTheWholeAndAlongNoneARankAlone(TestJob job) {
    job.run(
        RANKS,
        world -> {
          RankGrid grid = RankGrid.balanced(RANKS, 2);
          try (Communicator all = grid.slice(world, 0, 1);
              Communicator alone = grid.slice(world)) {
            assertThat(all.size()).isEqualTo(RANKS);
            assertThat(all.rank()).isEqualTo(world.rank());
            assertThat(alone.size()).isOne();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void eachRankGetsTheEdgesOfItsNeighbours(TestJob job) {
    job.run(
        RANKS,
        world -> {
          for (RankGrid grid :
              List.of(
                  RankGrid.of(2, 2).withRings(0, 1),
                  RankGrid.of(4).withRings(0),
                  RankGrid.of(1, 4).withRings(0))) {
            exchangeHalos(world, grid);
          }
        });
  }

  private static void exchangeHalos(Communicator world, RankGrid grid) {
    List<Neighbour> neighbours = grid.neighbours(world.rank());
    List<Request> requests = new ArrayList<>();
    int[][] halos = new int[neighbours.size()][2];
    for (int i = 0; i < halos.length; i++) {
      Neighbour one = neighbours.get(i);
      requests.add(world.ireceive(halos[i], one.rank(), one.receiveTag()));
      int[] edge = {world.rank(), one.step() * (one.axis() + 1)};
      requests.add(world.isend(edge, one.rank(), one.sendTag()));
    }
    Request.awaitAll(requests);
    for (int i = 0; i < halos.length; i++) {
      Neighbour one = neighbours.get(i);
      assertThat(halos[i]).containsExactly(one.rank(), -one.step() * (one.axis() + 1));
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCommunicatorOfAnotherSizeIsRefused(TestJob job) {
    job.run(
        3,
        world ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> RankGrid.of(2, 2).slice(world, 0))
                .withMessage("a grid of 2 x 2 ranks has 4 ranks, the communicator 3"));
  }
}
