package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What all ranks do together: with elements, objects and derived items, with gaps, and in place.
@Timeout(60)
class CollectiveTest {
  private static final Intracomm WORLD = MPI.COMM_WORLD;
  private static final Datatype SPREAD = Datatype.Vector(2, 1, 2, MPI.INT);

  @Test
  void derivedItemsAreGatheredAndDealtOut() {
    Ranks.run(
        3,
        rank -> {
          int[] mine = {10 * rank, -1, 10 * rank + 1};
          int[] all = new int[6];
          WORLD.Gather(mine, 0, 1, SPREAD, all, 0, 2, MPI.INT, 1);
          assertThat(all).isEqualTo(rank == 1 ? new int[] {0, 1, 10, 11, 20, 21} : new int[6]);
          int[] back = new int[4];
          WORLD.Scatter(all, 0, 2, MPI.INT, back, 1, 1, SPREAD, 1);
          assertThat(back).containsExactly(0, 10 * rank, 0, 10 * rank + 1);
          int[] spread = new int[9];
          WORLD.Allgather(mine, 0, 1, SPREAD, spread, 0, 1, SPREAD);
          assertThat(spread).containsExactly(0, 0, 1, 10, 0, 11, 20, 0, 21);
        });
  }

  @Test
  void sharesWithGapsLeaveTheGapsAlone() {
    Ranks.run(
        3,
        rank -> {
          double[] mine = new double[rank];
          Arrays.fill(mine, rank);
          double[] all = new double[8];
          Arrays.fill(all, -1);
          int[] counts = {0, 1, 2};
          int[] places = {7, 5, 1};
          WORLD.Allgatherv(mine, 0, rank, MPI.DOUBLE, all, 1, counts, places, MPI.DOUBLE);
          assertThat(all).containsExactly(-1, -1, 2, 2, -1, -1, 1, -1);
          WORLD.Gatherv(mine, 0, rank, MPI.DOUBLE, all, 0, counts, places, MPI.DOUBLE, 2);
          double[] part = new double[2];
          WORLD.Scatterv(all, 1, counts, places, MPI.DOUBLE, part, 0, rank, MPI.DOUBLE, 0);
          assertThat(part[0]).isEqualTo(rank == 0 ? 0 : rank);
        });
  }

  @Test
  void theRootAloneNeedsCountsAndAnArray() {
    Ranks.run(
        2,
        rank -> {
          int[] root = rank == 0 ? new int[2] : null;
          int[] counts = rank == 0 ? new int[] {1, 1} : null;
          int[] places = rank == 0 ? new int[] {1, 0} : null;
          int[] mine = {rank + 5};
          WORLD.Gatherv(mine, 0, 1, MPI.INT, root, 0, counts, places, MPI.INT, 0);
          if (rank == 0) {
            assertThat(root).containsExactly(6, 5);
          }
          WORLD.Reduce(mine, 0, root, 0, 1, MPI.INT, MPI.SUM, 0);
          WORLD.Scatterv(root, 0, counts, places, MPI.INT, mine, 0, 1, MPI.INT, 0);
          assertThat(mine).containsExactly(rank == 0 ? 5 : 11);
        });
  }

  @Test
  void objectsGoThroughEveryOperation() {
    Ranks.run(
        3,
        rank -> {
          Object[] mine = {"a" + rank, rank};
          Object[] all = new Object[6];
          WORLD.Allgather(mine, 0, 2, MPI.OBJECT, all, 0, 2, MPI.OBJECT);
          assertThat(all).containsExactly("a0", 0, "a1", 1, "a2", 2);
          Object[] exchanged = new Object[3];
          WORLD.Alltoall(all, 0, 1, MPI.OBJECT, exchanged, 0, 1, MPI.OBJECT);
          assertThat(exchanged).containsOnly(all[rank]);
          Object[] dealt = new Object[1];
          WORLD.Scatter(all, 3, 1, MPI.OBJECT, dealt, 0, 1, MPI.OBJECT, 2);
          assertThat(dealt[0]).isEqualTo(all[3 + rank]);
          Object[] shared = rank == 0 ? new Object[] {new long[] {1, 2}, null} : new Object[2];
          WORLD.Bcast(shared, 0, 2, MPI.OBJECT, 0);
          assertThat((long[]) shared[0]).containsExactly(1, 2);
          Object[] joined = new Object[1];
          WORLD.Reduce(mine, 0, joined, 0, 1, MPI.OBJECT, new Op(new Joining(), false), 1);
          assertThat(joined[0]).isEqualTo(rank == 1 ? "a0a1a2" : null);
          WORLD.Scan(mine, 0, joined, 0, 1, MPI.OBJECT, new Op(new Joining(), false));
          assertThat(joined[0]).isEqualTo("a0a1a2".substring(0, 2 * rank + 2));
          assertThatThrownBy(() -> WORLD.Allreduce(mine, 0, joined, 0, 1, MPI.OBJECT, MPI.SUM))
              .isInstanceOf(MPIException.class)
              .hasMessageContaining("SUM");
        });
  }

  private static final class Joining extends User_function {
    @Override
    public void Call(
        Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype datatype) {
      Object[] left = (Object[]) in;
      Object[] right = (Object[]) inout;
      for (int i = 0; i < count; i++) {
        right[inoutOffset + i] = left[inOffset + i] + "" + right[inoutOffset + i];
      }
    }
  }

  @Test
  void oneArrayIsSentAndReceivedInto() {
    Ranks.run(
        3,
        rank -> {
          int[] all = new int[9];
          all[rank] = rank + 1;
          WORLD.Allgather(all, rank, 1, MPI.INT, all, 0, 1, MPI.INT);
          assertThat(all).startsWith(1, 2, 3);
          WORLD.Alltoall(all, 0, 1, MPI.INT, all, 1, 1, MPI.INT);
          assertThat(Arrays.copyOf(all, 4)).containsExactly(1, rank + 1, rank + 1, rank + 1);
          WORLD.Allreduce(all, 0, all, 0, 1, MPI.INT, MPI.SUM);
          assertThat(all[0]).isEqualTo(3);
          WORLD.Scatter(all, 0, 2, MPI.INT, all, 1, 2, MPI.INT, 0);
          WORLD.Gather(all, 1, 2, MPI.INT, all, 0, 2, MPI.INT, 0);
        });
  }

  @Test
  void theOperationsAreThoseOfMpi() {
    Ranks.run(
        4,
        rank -> {
          assertThat(reduced(MPI.BOR, 1 << rank)).isEqualTo(15);
          assertThat(reduced(MPI.BAND, ~(1 << rank))).isEqualTo(-16);
          assertThat(reduced(MPI.BXOR, 3 << rank)).isEqualTo(17);
          assertThat(reduced(MPI.MAX, -rank)).isZero();
          assertThat(reduced(MPI.MIN, -rank)).isEqualTo(-3);
          assertThat(reduced(MPI.PROD, rank + 1)).isEqualTo(24);
          assertThat(reduced(MPI.LAND, rank)).isZero();
          assertThat(reduced(MPI.LOR, rank)).isEqualTo(1);
          assertThat(reduced(MPI.LXOR, rank)).isEqualTo(1);
          boolean[] truth = new boolean[1];
          WORLD.Allreduce(new boolean[] {rank == 2}, 0, truth, 0, 1, MPI.BOOLEAN, MPI.LOR);
          assertThat(truth[0]).isTrue();
          WORLD.Allreduce(new boolean[] {rank == 2}, 0, truth, 0, 1, MPI.BOOLEAN, MPI.LAND);
          assertThat(truth[0]).isFalse();
          float[] place = {rank % 2, rank};
          WORLD.Allreduce(place, 0, place, 0, 1, MPI.FLOAT2, MPI.MAXLOC);
          assertThat(place).containsExactly(1, 1);
          assertThatThrownBy(() -> reduced(MPI.MAXLOC, 1))
              .isInstanceOf(MPIException.class)
              .hasMessageContaining("INT2");
          assertThatThrownBy(() -> WORLD.Allreduce(place, 0, place, 0, 1, MPI.FLOAT, MPI.BOR))
              .isInstanceOf(MPIException.class)
              .hasMessageContaining("MPI.BOR is not defined for MPI.FLOAT");
        });
  }

  private static int reduced(Op op, int mine) {
    int[] all = new int[1];
    WORLD.Allreduce(new int[] {mine}, 0, all, 0, 1, MPI.INT, op);
    return all[0];
  }

  @Test
  void sumsAreDealtOutByShares() {
    Ranks.run(
        4,
        rank -> {
          int[] counts = {1, 0, 3, 2};
          int[] mine = IntStream.range(0, 12).map(i -> i + 100 * rank).toArray();
          int[] share = new int[2 * counts[rank]];
          WORLD.Reduce_scatter(mine, 0, share, 0, counts, MPI.INT2, MPI.SUM);
          int first = 2 * IntStream.of(counts).limit(rank).sum();
          assertThat(share)
              .isEqualTo(
                  IntStream.range(first, first + share.length).map(i -> 4 * i + 600).toArray());
          int[] upTo = new int[1];
          WORLD.Scan(new int[] {rank + 1}, 0, upTo, 0, 1, MPI.INT, MPI.SUM);
          assertThat(upTo[0]).isEqualTo((rank + 1) * (rank + 2) / 2);
        });
  }

  @Test
  void aFunctionOfTheProgramCombinesItemsInTheOrderOfTheRanks() {
    Op product = new Op(new MatrixProduct(), false);
    Datatype matrix = Datatype.Contiguous(4, MPI.INT);
    Datatype spread = Datatype.Vector(4, 1, 2, MPI.INT);
    Ranks.run(
        4,
        rank -> {
          int[] mine = {1, rank, rank, 1 + rank * rank};
          int[] wanted = {1, 0, 0, 1};
          for (int other = 0; other < 4; other++) {
            wanted = times(wanted, new int[] {1, other, other, 1 + other * other});
          }
          int[] all = new int[4];
          WORLD.Allreduce(mine, 0, all, 0, 1, matrix, product);
          assertThat(all).isEqualTo(wanted);
          int[] wide = {9, mine[0], 9, mine[1], 9, mine[2], 9, mine[3]};
          int[] result = new int[8];
          WORLD.Allreduce(wide, 1, result, 1, 1, spread, product);
          assertThat(result)
              .containsExactly(0, wanted[0], 0, wanted[1], 0, wanted[2], 0, wanted[3]);
        });
  }

  private static int[] times(int[] a, int... b) {
    return new int[] {
      a[0] * b[0] + a[1] * b[2],
      a[0] * b[1] + a[1] * b[3],
      a[2] * b[0] + a[3] * b[2],
      a[2] * b[1] + a[3] * b[3]
    };
  }

  private static final class MatrixProduct extends User_function {
    @Override
    public void Call(
        Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype datatype) {
      int step = datatype.Extent() / 3 > 1 ? 2 : 1;
      for (int i = 0; i < count; i++) {
        int[] left = matrix((int[]) in, inOffset + i * datatype.Extent(), step);
        int[] right = matrix((int[]) inout, inoutOffset + i * datatype.Extent(), step);
        int[] product = times(left, right);
        for (int k = 0; k < 4; k++) {
          ((int[]) inout)[inoutOffset + i * datatype.Extent() + k * step] = product[k];
        }
      }
    }

    private static int[] matrix(int[] array, int from, int step) {
      return IntStream.range(0, 4).map(k -> array[from + k * step]).toArray();
    }
  }

  @Test
  void whatCannotBeIsAnErrorAtTheRankThatAsksForIt() {
    Ranks.run(
        1,
        rank -> {
          int[] data = new int[4];
          assertFails(() -> WORLD.Bcast(data, 0, 4, MPI.INT, 1), "no root 1");
          assertFails(() -> WORLD.Bcast(data, 0, 5, MPI.INT, 0), "array of 4");
          assertFails(() -> WORLD.Gather(data, 0, 1, MPI.INT, null, 0, 1, MPI.INT, 0), "no array");
          assertFails(
              () -> WORLD.Gather(data, 0, 1, MPI.INT, new long[1], 0, 1, MPI.LONG, 0), "INT");
          assertFails(
              () -> WORLD.Allgatherv(data, 0, 1, MPI.INT, data, 0, new int[0], new int[0], MPI.INT),
              "0 counts");
          assertFails(() -> WORLD.Reduce(data, 0, data, 0, -1, MPI.INT, MPI.SUM, 0), "-1 items");
        });
  }

  private static void assertFails(Runnable call, String words) {
    assertThatThrownBy(call::run).isInstanceOf(MPIException.class).hasMessageContaining(words);
  }

  @Test
  void nothingIsMovedAsWell() {
    Ranks.run(
        2,
        rank -> {
          int[] none = new int[0];
          WORLD.Bcast(none, 0, 0, MPI.INT, 0);
          WORLD.Allreduce(none, 0, none, 0, 0, MPI.INT, MPI.SUM);
          WORLD.Alltoall(none, 0, 0, MPI.INT, none, 0, 0, MPI.INT);
          WORLD.Gather(none, 0, 0, MPI.OBJECT, none, 0, 0, MPI.OBJECT, 1);
          WORLD.Bcast(new boolean[0], 0, 0, MPI.BOOLEAN, 1);
          WORLD.Barrier();
          assertThat(WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
        });
  }
}
