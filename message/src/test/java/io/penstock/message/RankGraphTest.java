package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class RankGraphTest {
  private static final RankGraph GRAPH =
      RankGraph.of(new int[] {2, 1, 2}, new int[0], new int[] {2, 0});

  @Test
  void sourcesFollowFromDestinationsInAscendingOrder() {
    assertThat(GRAPH.size()).isEqualTo(3);
    assertThat(GRAPH.sources(0)).containsExactly(2);
    assertThat(GRAPH.sources(1)).containsExactly(0);
    assertThat(GRAPH.sources(2)).containsExactly(0, 0, 2);
    assertThat(GRAPH.destinations(0)).containsExactly(2, 1, 2);
    assertThat(GRAPH).hasToString("a graph of 3 ranks with 5 edges");
  }

  @Test
  void theNthEdgeOutIsTheNthEdgeIn() {
    assertThat(GRAPH.sendPlace(2, 0)).isZero();
    assertThat(GRAPH.sendPlace(2, 1)).isEqualTo(2);
    assertThat(GRAPH.sendPlace(2, 2)).isZero();
    assertThat(GRAPH.sendPlace(0, 0)).isEqualTo(1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GRAPH.sendPlace(2, 3));
  }

  @Test
  void graphsAreEqualIfTheirEdgesAre() {
    RankGraph same = RankGraph.of(new int[] {2, 1, 2}, new int[0], new int[] {2, 0});
    assertThat(same).isEqualTo(GRAPH).hasSameHashCodeAs(GRAPH);
    assertThat(RankGraph.of(new int[] {2, 2, 1}, new int[0], new int[] {2, 0})).isNotEqualTo(GRAPH);
  }

  @Test
  void whatIsGivenAndWhatIsTakenAreCopies() {
    int[] to = {0};
    RankGraph graph = RankGraph.of(to);
    to[0] = 5;
    graph.sources(0)[0] = 5;
    graph.destinations(0)[0] = 5;
    assertThat(graph.sources(0)).containsExactly(0);
    assertThat(graph.destinations(0)).containsExactly(0);
  }

  @Test
  void neighboursThatAreNoRanksAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGraph.of(new int[] {0}, new int[] {2}))
        .withMessage("rank 1 sends to rank 2: there are ranks 0 to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankGraph.of(new int[] {Communicator.NO_RANK}));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> GRAPH.sources(3))
        .withMessage("there is no rank 3 in a graph of 3 ranks with 5 edges");
  }
}
