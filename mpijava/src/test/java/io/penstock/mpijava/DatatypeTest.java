package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.junit.jupiter.api.Test;

/// Sizes and bounds of derived datatypes, and the elements that they choose.
class DatatypeTest {
  private static void assertBounds(Datatype type, int size, int lower, int upper) {
    assertThat(new int[] {type.Size(), type.Lb(), type.Ub(), type.Extent()})
        .containsExactly(size, lower, upper, upper - lower);
  }

  @Test
  void boundsEncloseAllElements() {
    assertBounds(MPI.INT, 1, 0, 1);
    assertBounds(Datatype.Contiguous(3, MPI.INT2), 6, 0, 6);
    assertBounds(Datatype.Vector(3, 2, 5, MPI.INT), 6, 0, 12);
    assertBounds(Datatype.Vector(3, 2, -5, MPI.INT), 6, -10, 2);
    assertBounds(Datatype.Hvector(2, 1, 7, MPI.INT2), 4, 0, 9);
    assertBounds(Datatype.Vector(2, 1, 7, MPI.INT2), 4, 0, 16);
    assertBounds(Datatype.Indexed(new int[] {1, 2}, new int[] {4, 1}, MPI.INT2), 6, 2, 10);
    assertBounds(Datatype.Hindexed(new int[] {1, 2}, new int[] {4, 1}, MPI.INT2), 6, 1, 6);
    assertBounds(Datatype.Contiguous(0, MPI.INT), 0, 0, 0);
    assertBounds(MPI.NULL, 0, 0, 0);
  }

  @Test
  void marksSetTheBoundsOfAStructure() {
    Datatype marked =
        Datatype.Struct(
            new int[] {1, 2, 1}, new int[] {-1, 1, 8}, new Datatype[] {MPI.LB, MPI.DOUBLE, MPI.UB});
    assertBounds(marked, 2, -1, 8);
    assertBounds(Datatype.Contiguous(2, marked), 4, -1, 17);
  }

  @Test
  void whatIsNoDatatypeIsAnError() {
    assertFails(() -> Datatype.Contiguous(-1, MPI.INT), "-1");
    assertFails(() -> Datatype.Vector(-1, 1, 1, MPI.INT), "-1 blocks");
    assertFails(() -> Datatype.Vector(2, -1, 1, MPI.INT), "-1");
    assertFails(() -> Datatype.Indexed(new int[] {1}, new int[] {1, 2}, MPI.INT), "each block");
    assertFails(() -> Datatype.Contiguous(Integer.MAX_VALUE, MPI.INT2), "2147483647");
    assertFails(() -> Datatype.Vector(3, 1, Integer.MAX_VALUE, MPI.INT), "overflow");
    assertFails(
        () ->
            Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.LONG}),
        "one base type");
  }

  private static void assertFails(Runnable call, String words) {
    assertThatThrownBy(call::run).isInstanceOf(MPIException.class).hasMessageContaining(words);
  }

  @Test
  void itemsOfItemsChooseTheElementsThatTheySay() {
    Datatype blocks = Datatype.Vector(2, 2, 3, MPI.INT);
    Datatype nested = Datatype.Hvector(2, 1, 10, blocks);
    Ranks.run(
        1,
        rank -> {
          int[] from = new int[40];
          int[] to = new int[40];
          for (int i = 0; i < from.length; i++) {
            from[i] = i + 1;
          }
          Request receive = MPI.COMM_WORLD.Irecv(to, 1, 2, nested, 0, 0);
          MPI.COMM_WORLD.Send(from, 1, 2, nested, 0, 0);
          Status status = receive.Wait();
          assertThat(status.Get_count(nested)).isEqualTo(2);
          int[] chosen = {1, 2, 4, 5, 11, 12, 14, 15, 16, 17, 19, 20, 26, 27, 29, 30};
          int[] wanted = new int[40];
          for (int index : chosen) {
            wanted[index] = index + 1;
          }
          assertThat(to).isEqualTo(wanted);
        });
  }

  @Test
  void aShorterMessageFillsTheFirstElementsOfDerivedItems() {
    Datatype column = Datatype.Vector(3, 1, 2, MPI.BOOLEAN);
    Ranks.run(
        1,
        rank -> {
          boolean[] room = new boolean[12];
          Request receive = MPI.COMM_WORLD.Irecv(room, 0, 2, column, 0, 0);
          MPI.COMM_WORLD.Send(new boolean[] {true, true, true, true}, 0, 4, MPI.BOOLEAN, 0, 0);
          assertThat(receive.Wait().Get_elements(column)).isEqualTo(4);
          assertThat(room)
              .containsExactly(
                  true, false, true, false, true, true, false, false, false, false, false, false);
        });
  }
}
