package io.penstock.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
    assertFails(
        () -> Datatype.Indexed(new int[] {1, 1}, new int[] {-2000000000, 2000000000}, MPI.INT),
        "2147483647");
    assertFails(() -> Datatype.Vector(3, 1, Integer.MAX_VALUE, MPI.INT), "overflow");
    assertFails(() -> Datatype.Contiguous(1 << 29, MPI.DOUBLE).getByteSize(), "overflow");
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

  @Test
  void randomItemsOfRandomItemsAreSentElementByElement() {
    Random random = new Random(23);
    Ranks.run(
        1,
        rank -> {
          for (int round = 0; round < 300; round++) {
            requireSame(Model.random(random, 3), 1 + random.nextInt(3), random.nextInt(4));
          }
        });
  }

  private static void requireSame(Model model, int count, int before) {
    int offset = before - Math.min(0, model.first(count));
    int[] from = IntStream.rangeClosed(1, offset + model.end(count) + 2).toArray();
    int[] wanted = model.indexes(count, offset);
    int[] packed = new int[wanted.length];
    Request receive = MPI.COMM_WORLD.Irecv(packed, 0, packed.length, MPI.INT, 0, 0);
    MPI.COMM_WORLD.Send(from, offset, count, model.type, 0, 0);
    receive.Wait();
    assertThat(packed).isEqualTo(IntStream.of(wanted).map(i -> from[i]).toArray());

    int[] to = new int[from.length];
    receive = MPI.COMM_WORLD.Irecv(to, offset, count, model.type, 0, 0);
    MPI.COMM_WORLD.Send(packed, 0, packed.length, MPI.INT, 0, 0);
    Status status = receive.Wait();
    int[] spread = new int[from.length];
    IntStream.of(wanted).forEach(i -> spread[i] = from[i]);
    assertThat(to).isEqualTo(spread);
    assertThat(status.Get_count(model.type)).isEqualTo(wanted.length == 0 ? 0 : count);
    assertThat(status.count).isEqualTo(wanted.length == 0 ? 0 : count);
  }

  /// A datatype beside the indexes that its definition gives.
  private record Model(Datatype type, List<Integer> places, int lower, int upper) {
    static Model random(Random random, int depth) {
      if (depth == 0 || random.nextInt(5) == 0) {
        return new Model(MPI.INT, List.of(0), 0, 1);
      }
      Model item = random(random, depth - 1);
      int blocks = random.nextInt(4);
      int[] lengths = new int[blocks];
      int[] displacements = new int[blocks];
      int next = 0;
      for (int i = 0; i < blocks; i++) {
        lengths[i] = random.nextInt(3);
        displacements[i] = next + random.nextInt(3);
        next = displacements[i] + lengths[i];
      }
      int extent = item.upper - item.lower;
      List<Integer> places = new ArrayList<>();
      int lower = Integer.MAX_VALUE;
      int upper = Integer.MIN_VALUE;
      for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < lengths[i]; j++) {
          int at = (displacements[i] + j) * extent;
          item.places.forEach(place -> places.add(at + place));
          if (!item.places.isEmpty()) {
            lower = Math.min(lower, at + item.lower);
            upper = Math.max(upper, at + item.upper);
          }
        }
      }
      return places.isEmpty()
          ? new Model(Datatype.Indexed(lengths, displacements, item.type), places, 0, 0)
          : new Model(Datatype.Indexed(lengths, displacements, item.type), places, lower, upper);
    }

    int[] indexes(int count, int offset) {
      return IntStream.range(0, count)
          .flatMap(i -> places.stream().mapToInt(place -> offset + i * (upper - lower) + place))
          .toArray();
    }

    int first(int count) {
      return IntStream.of(indexes(count, 0)).min().orElse(0);
    }

    int end(int count) {
      return IntStream.of(indexes(count, 0)).max().orElse(0) + 1;
    }
  }
}
