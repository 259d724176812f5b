package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.RankFailedException;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import mpi.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Groups, and the communicators, grids and graphs that are made of them.
@Timeout(60)
class CommunicatorTest {
  private static final Intracomm WORLD = MPI.COMM_WORLD;

  private static void assertFails(Runnable call, String words) {
    assertThatThrownBy(call::run).isInstanceOf(MPIException.class).hasMessageContaining(words);
  }

  @Test
  void ranksWithoutAColorGetNothing() {
    Ranks.run(
        3,
        rank -> {
          Intracomm part = WORLD.Split(rank == 1 ? MPI.UNDEFINED : 7, 5 - rank);
          if (rank == 1) {
            assertThat(part).isNull();
          } else {
            assertThat(part.Rank()).isEqualTo(rank == 2 ? 0 : 1);
            assertThat(Group.Translate_ranks(part.Group(), new int[] {0, 1}, WORLD.Group()))
                .containsExactly(2, 0);
            assertThat(Comm.Compare(part, WORLD)).isEqualTo(MPI.UNEQUAL);
            part.Free();
            assertFails(part::Barrier, "");
          }
          assertFails(() -> WORLD.Split(-5, 0), "color -5");
          assertFails(WORLD::Free, "COMM_WORLD");
        });
  }

  @Test
  void aGroupMakesACommunicatorInItsOrder() {
    Ranks.run(
        4,
        rank -> {
          Group three = WORLD.Group().Incl(new int[] {3, 0, 2});
          Intracomm part = WORLD.Create(three);
          assertThat(part == null).isEqualTo(rank == 1);
          if (part != null) {
            assertThat(part.Rank()).isEqualTo(three.Rank());
            int[] all = new int[3];
            part.Allgather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
            assertThat(all).containsExactly(3, 0, 2);
            Intracomm sorted = part.Split(0, rank);
            assertThat(Comm.Compare(part, sorted)).isEqualTo(MPI.SIMILAR);
            assertThat(Comm.Compare(part, (Comm) part.clone())).isEqualTo(MPI.CONGRUENT);
          }
          assertThat(Comm.Compare(WORLD, WORLD)).isEqualTo(MPI.IDENT);
        });
  }

  @Test
  void abortEndsTheWaitOfAllRanks() {
    assertThatThrownBy(
            () ->
                Ranks.run(
                    3,
                    rank -> {
                      if (rank == 1) {
                        WORLD.Abort(256);
                      }
                      WORLD.Recv(new int[1], 0, 1, MPI.INT, (rank + 1) % 3, 7);
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 1")
        .hasMessageContaining("status 1");
  }

  @Test
  void groupsAreSets() {
    Ranks.run(
        1,
        rank -> {
          Group one = WORLD.Group();
          assertThat(Group.Union(one, MPI.GROUP_EMPTY).Size()).isEqualTo(1);
          assertThat(Group.Intersection(one, MPI.GROUP_EMPTY).Rank()).isEqualTo(MPI.UNDEFINED);
          assertThat(Group.Compare(MPI.GROUP_EMPTY, one.Excl(new int[] {0}))).isEqualTo(MPI.IDENT);
          assertThat(one.Range_incl(new int[][] {{0, 0, 1}}).Size()).isEqualTo(1);
          assertThat(one.Range_excl(new int[][] {{0, -1, 1}}).Size()).isEqualTo(1);
          assertFails(() -> one.Incl(new int[] {1}), "no rank 1");
          assertFails(() -> one.Incl(new int[] {0, 0}), "twice");
          assertFails(() -> one.Range_incl(new int[][] {{0, 0, 0}}), "stride");
          assertFails(() -> one.Range_incl(new int[][] {{0, Integer.MAX_VALUE, 1}}), "no rank");
        });
  }

  @Test
  void aGridHasNeighboursAndRows() {
    Ranks.run(
        4,
        rank -> {
          Cartcomm grid = WORLD.Create_cart(new int[] {1, 3}, new boolean[] {false, true}, true);
          if (rank == 3) {
            assertThat(grid).isNull();
          } else {
            ShiftParms ring = grid.Shift(1, 1);
            assertThat(ring.rank_dest).isEqualTo((rank + 1) % 3);
            assertThat(ring.rank_source).isEqualTo((rank + 2) % 3);
            assertThat(grid.Shift(1, -4).rank_dest).isEqualTo((rank + 2) % 3);
            assertThat(grid.Shift(0, 1).rank_dest).isEqualTo(MPI.PROC_NULL);
            assertThat(grid.Coords(rank)).containsExactly(0, rank);
            assertThat(grid.Rank(new int[] {0, rank - 3})).isEqualTo(rank);
            assertFails(() -> grid.Rank(new int[] {1, 0}), "[1, 0]");
            assertFails(() -> grid.Coords(3), "3");
            assertThat(grid.Topo_test()).isEqualTo(MPI.CART);
            assertThatThrownBy(() -> grid.Sub(new boolean[] {true}))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("2 axes");
            Cartcomm column = grid.Sub(new boolean[] {true, false});
            assertThat(column.Size()).isEqualTo(1);
            assertThat(column.Get().dims).containsExactly(1);
            Cartcomm copy = (Cartcomm) grid.clone();
            assertThat(copy.Get().periods).containsExactly(false, true);
            assertThat(copy.Get().coords).containsExactly(0, rank);
            assertThat(grid.Map(new int[] {2}, new boolean[1]))
                .isEqualTo(rank < 2 ? rank : MPI.UNDEFINED);
          }
          assertFails(() -> WORLD.Create_cart(new int[] {5}, new boolean[1], false), "only 4");
          assertFails(() -> WORLD.Create_cart(new int[] {0}, new boolean[1], false), "0");
          int[] dims = {0, 2, 0};
          Cartcomm.Dims_create(12, dims);
          assertThat(dims).containsExactly(3, 2, 2);
          assertFails(() -> Cartcomm.Dims_create(7, new int[] {2, 0}), "7 ranks");
        });
  }

  @Test
  void aGraphHasNeighbours() {
    Ranks.run(
        3,
        rank -> {
          Graphcomm graph = WORLD.Create_graph(new int[] {1, 3, 4}, new int[] {1, 0, 2, 1}, false);
          assertThat(graph.Neighbours(0)).containsExactly(1);
          assertThat(graph.Neighbours(1)).containsExactly(0, 2);
          assertThat(graph.Get().index).containsExactly(1, 3, 4);
          assertThat(graph.Topo_test()).isEqualTo(MPI.GRAPH);
          assertThat(WORLD.Topo_test()).isEqualTo(MPI.UNDEFINED);
          graph.Barrier();
          assertFails(() -> graph.Neighbours(3), "no rank 3");
          assertFails(() -> WORLD.Create_graph(new int[] {1}, new int[] {4}, false), "edge to 4");
          assertFails(() -> WORLD.Create_graph(new int[] {2}, new int[] {0}, false), "1 edges");
        });
  }

  @Test
  void messagesGoBetweenGroups() {
    Ranks.run(
        5,
        rank -> {
          int color = rank % 2;
          Intracomm half = WORLD.Split(color, rank);
          Intercomm both = WORLD.Create_intercomm(half, 0, 1 - color, 9);
          assertThat(both.Test_inter()).isTrue();
          assertThat(both.Size()).isEqualTo(color == 0 ? 3 : 2);
          assertThat(both.Remote_size()).isEqualTo(color == 0 ? 2 : 3);
          if (rank == 4) {
            both.Send(new int[] {44}, 0, 1, MPI.INT, 1, 6);
          } else if (rank == 3) {
            int[] room = new int[1];
            Status status = both.Recv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(room[0]).isEqualTo(44);
            assertThat(status.source).isEqualTo(2);
          }
          assertFails(() -> both.Send(new int[1], 0, 1, MPI.INT, both.Remote_size(), 0), "no rank");
          Intracomm merged = both.Merge(color == 0);
          int[] all = new int[5];
          merged.Allgather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
          assertThat(all).containsExactly(1, 3, 0, 2, 4);
          Intercomm again = (Intercomm) both.clone();
          assertThat(Comm.Compare(both, again)).isEqualTo(MPI.CONGRUENT);
          assertThat(Comm.Compare(both, WORLD)).isEqualTo(MPI.UNEQUAL);
        });
  }

  @Test
  void someRanksMakeAndMergeAnyNumberOfIntercommunicators() {
    Ranks.run(
        5,
        rank -> {
          int color = rank % 2;
          Intracomm half = WORLD.Split(rank == 2 ? MPI.UNDEFINED : color, rank);
          if (half == null) {
            return;
          }
          for (int round = 0; round < 5; round++) {
            Intercomm both = WORLD.Create_intercomm(half, 0, 1 - color, round);
            Intracomm merged = both.Merge(color == 1);
            int[] all = new int[4];
            merged.Allgather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
            assertThat(all).containsExactly(0, 4, 1, 3);
            merged.Free();
            both.Free();
          }
          assertFails(() -> WORLD.Create_intercomm(half, 0, 5, 0), "no rank 5");
        });
  }

  @Test
  void theWorldHasTheStandardAttributes() {
    Ranks.run(
        2,
        rank -> {
          assertThat(WORLD.Attr_get(MPI.TAG_UB)).isEqualTo(Integer.MAX_VALUE);
          assertThat(WORLD.Attr_get(MPI.IO)).isEqualTo(rank);
          assertThat(WORLD.Attr_get(99)).isNull();
          assertThat(MPI.COMM_SELF.Size()).isEqualTo(1);
          Intracomm self = (Intracomm) MPI.COMM_SELF;
          int[] sum = new int[1];
          self.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
          assertThat(sum[0]).isEqualTo(rank);
          assertThat(MPI.Wtick()).isPositive();
          assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_MULTIPLE);
        });
  }
}
