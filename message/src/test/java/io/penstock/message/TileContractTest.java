package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Layout;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.RandomSelections;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about elements at selected places of an array.
@Timeout(60)
class TileContractTest {
  private static final int TAG = 7;
  private static final List<ElementType> TYPES = List.of(ElementType.values());

  /// Every `step`-th element of an array from `first` on.
  private static Tile every(Object array, int first, int step, int count) {
    Shape shape = Shape.of(Array.getLength(array));
    return new Tile(Elements.of(array), shape, Hyperslab.at(first).stride(step).count(count));
  }

  private static Tile column(double[] matrix, int columns, int column) {
    int rows = matrix.length / columns;
    return new Tile(matrix, Shape.of(rows, columns), Hyperslab.at(0, column).count(rows, 1));
  }

  private static Object picked(Object array, Shape shape, Selection places) {
    long[] positions = RandomSelections.positions(shape, places);
    Object picked = Array.newInstance(array.getClass().componentType(), positions.length);
    for (int i = 0; i < positions.length; i++) {
      System.arraycopy(array, (int) positions[i], picked, i, 1);
    }
    return picked;
  }

  // ---- between two ranks -----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anySelectionIsReceivedInAnyLayoutOfAsManyElements(TestJob job) {
    job.run(
        2,
        world -> {
          Random random = new Random(5);
          RandomSelections selections = new RandomSelections(random);
          for (int round = 0; round < 150; round++) {
            Shape shape = selections.shape(round % 10 == 0 ? 200_000 : 2000);
            Selection places = selections.within(shape);
            ElementType type = TYPES.get(random.nextInt(TYPES.size()));
            Object array = TypedData.random(type, (int) shape.size(), round);
            Object expected = picked(array, shape, places);
            int count = (int) places.size();
            int step = 1 + random.nextInt(3);
            if (world.rank() == 0) {
              Tile tile = new Tile(Elements.of(array), shape, places);
              world.send(tile, 1, TAG);
              world.isend(tile, 1, TAG).await();
              TypedData.send(world, expected, 1, TAG);
            } else {
              Object whole = TypedData.empty(type, count);
              assertThat(TypedData.receive(world, whole, 0, TAG).count()).isEqualTo(count);
              assertThat(TypedData.same(whole, expected)).as("%s of %s", places, shape).isTrue();

              Object spread = TypedData.random(type, 1 + count * step, 1);
              Object before = TypedData.random(type, 1 + count * step, 1);
              world.receive(every(spread, 1, step, count), 0, TAG);
              requireSpread(spread, before, expected, step);

              Object back = TypedData.random(type, (int) shape.size(), -1);
              world.ireceive(new Tile(Elements.of(back), shape, places), 0, TAG).await();
              assertThat(TypedData.same(picked(back, shape, places), expected)).isTrue();
            }
          }
        });
  }

  private static void requireSpread(Object array, Object before, Object expected, int step) {
    for (int i = 0; i < Array.getLength(expected); i++) {
      System.arraycopy(expected, i, before, 1 + i * step, 1);
    }
    assertThat(TypedData.same(array, before)).isTrue();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aLongTileIsSentPieceByPieceByEveryOperation(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          int rows = 200_000;
          double[] matrix = new double[3 * rows];
          double[] expected = new double[rows];
          Arrays.setAll(expected, row -> row + 0.5);
          if (world.rank() == 0) {
            for (int row = 0; row < rows; row++) {
              matrix[3 * row + 1] = row + 0.5;
            }
            Tile middle = column(matrix, 3, 1);
            world.send(middle, 1, TAG);
            world.synchronousSend(middle, 1, TAG);
            Request.awaitAll(world.isend(middle, 1, TAG), world.isynchronousSend(middle, 1, TAG));
            try (PersistentRequest request = world.persistentSend(middle, 1, TAG)) {
              for (int i = 0; i < 3; i++) {
                request.start();
                request.await();
              }
            }
          } else {
            Tile last = column(matrix, 3, 2);
            Tile first = column(matrix, 3, 0);
            for (int i = 0; i < 7; i++) {
              Arrays.fill(matrix, -2);
              switch (i) {
                case 0 -> world.receive(last, 0, TAG);
                case 1 -> world.ireceive(last, 0, TAG).await();
                case 2 -> world.receive(last, world.matchedProbe(0, TAG));
                case 3 -> world.ireceive(last, world.matchedProbe(0, TAG)).await();
                default -> receivePersistently(world, last);
              }
              assertThat(picked(matrix, last.shape(), last.places())).isEqualTo(expected);
              assertThat((double[]) picked(matrix, first.shape(), first.places())).containsOnly(-2);
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  private static void receivePersistently(Communicator world, Tile tile) {
    try (PersistentRequest request = world.persistentReceive(tile, 0, TAG)) {
      request.start();
      assertThat(request.await().count()).isEqualTo(tile.count());
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindHasTiles(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          for (int count : new int[] {1, 1000, 100_000}) {
            Shape shape = Shape.of(count, 2);
            Selection even = Hyperslab.at(0, 0).count(count, 1);
            Selection odd = Hyperslab.at(0, 1).count(count, 1);
            try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared();
                Lease lease = BufferPool.shared().lease(2L * count)) {
              for (Elements memory :
                  List.of(
                      Elements.of(confined.allocate(2L * count)),
                      Elements.of(shared.allocate(2L * count)),
                      Elements.of(lease),
                      Elements.of(confined.allocate(2L * count), ElementType.BYTE),
                      Elements.of(new byte[2 * count + 1], 1, 2 * count),
                      Elements.of(new byte[2 * count]))) {
                MemorySegment bytes = memory.segment();
                bytes.fill((byte) 9);
                for (long i = 0; i < count; i++) {
                  bytes.set(ValueLayout.JAVA_BYTE, 2 * i, (byte) (i + world.rank()));
                }
                Tile sent = new Tile(memory, shape, even);
                Tile room = new Tile(memory, shape, odd);
                world.sendReceive(sent, other, TAG, room, other, TAG);
                requireOdd(bytes, count, other);
                for (long i = 0; i < count; i++) {
                  bytes.set(ValueLayout.JAVA_BYTE, 2 * i + 1, (byte) 9);
                }
                Request.awaitAll(world.isend(sent, other, TAG), world.ireceive(room, other, TAG));
                requireOdd(bytes, count, other);
              }
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  private static void requireOdd(MemorySegment bytes, int count, int other) {
    for (long i = 0; i < count; i++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, 2 * i + 1) != (byte) (i + other)) {
        throw new AssertionError("byte " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aTileOfBooleansIsSentAndReceived(TestJob job) {
    job.run(
        2,
        world -> {
          boolean[] data = {true, false, false, true, true, true};
          if (world.rank() == 0) {
            world.send(every(data, 0, 2, 3), 1, TAG);
          } else {
            boolean[] room = new boolean[6];
            world.receive(every(room, 1, 2, 3), 0, TAG);
            assertThat(room).containsExactly(false, true, false, false, false, true);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatDoesNotFitATileFailsAtTheReceiverAndLessFillsItsFirstPlaces(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = new int[6];
          if (world.rank() == 0) {
            world.send(new int[] {1, 2, 3, 4}, 1, TAG);
            world.send(new float[3], 1, TAG);
            world.send(new int[] {1, 2}, 1, TAG);
          } else {
            Tile room = every(data, 1, 2, 3);
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(room, 0, TAG))
                .withMessageContaining("16 bytes, the receiver has room for 12");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(room, 0, TAG))
                .withMessageContaining("carries FLOAT, the receiver expects INT");
            assertThat(world.receive(room, 0, TAG).count()).isEqualTo(2);
            assertThat(data).containsExactly(0, 1, 0, 2, 0, 0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aTileWhoseArrayIsShorterThanItsShapeIsRefused(TestJob job) {
    job.run(
        1,
        world -> {
          Tile tile = new Tile(new int[3], Shape.of(2, 2), Hyperslab.at(0, 0).count(1, 1));
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> world.isend(tile, 0, TAG))
              .withMessage("memory of 3 elements is shorter than its shape 2 x 2");
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> world.receive(tile, 0, TAG));
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> world.allToAll(List.of(tile), List.of(tile)));
          MemorySegment fixed = MemorySegment.ofArray(new byte[4]).asReadOnly();
          Tile readOnly = new Tile(fixed, Shape.of(2, 2), Hyperslab.at(0, 0).count(1, 1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.ireceive(readOnly, 0, TAG))
              .withMessageContaining("read-only");
          assertThat(world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
        });
  }

  // ---- all ranks -------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aTileIsBroadcast(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {0, 1, 100_000}) {
            long[] data = new long[2 * count + 1];
            Arrays.setAll(data, i -> world.rank() == 0 ? i : -1);
            world.broadcast(every(data, 1, 2, count), 0);
            long[] expected = new long[data.length];
            Arrays.setAll(expected, i -> i % 2 == 1 || world.rank() == 0 ? i : -1);
            assertThat(data).isEqualTo(expected);
          }
        });
  }

  /// Each rank has a block of rows, and then one of columns, transposed in one operation.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aDistributedMatrixIsTransposedInOneOperation(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          int rows = 3;
          int n = rows * ranks;
          double[] mine = new double[rows * n];
          Arrays.setAll(mine, i -> (me * rows + i / n) * 1000 + i % n);
          double[] columns = new double[n * rows];
          BiFunction<Integer, Boolean, Layout> block =
              (rank, sent) ->
                  sent
                      ? new Tile(
                          mine, Shape.of(rows, n), Hyperslab.at(0, rank * rows).count(rows, rows))
                      : Elements.of(columns, rank * rows * rows, rows * rows);
          List<Layout> send =
              IntStream.range(0, ranks).mapToObj(rank -> block.apply(rank, true)).toList();
          List<Layout> receive =
              IntStream.range(0, ranks).mapToObj(rank -> block.apply(rank, false)).toList();
          world.allToAll(send, receive);
          for (int row = 0; row < n; row++) {
            for (int column = 0; column < rows; column++) {
              assertThat(columns[row * rows + column]).isEqualTo(row * 1000 + me * rows + column);
            }
          }
          world.iallToAll(receive, send).await();
          for (int i = 0; i < mine.length; i++) {
            assertThat(mine[i]).isEqualTo((me * rows + i / n) * 1000 + i % n);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void neighboursFillEachOthersHalosWithoutAnyPacking(TestJob job, int ranks) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        ranks,
        world -> {
          RankGrid plane = RankGrid.balanced(ranks, 2);
          for (RankGrid grid : List.of(plane, plane.withRings(1), plane.withRings(0, 1))) {
            fillHalos(world, grid, new double[6 * 7]);
            try (Arena arena = Arena.ofConfined()) {
              double[] cells = new double[6 * 7];
              MemorySegment segment = arena.allocate(8L * cells.length, 8);
              fillHalos(world, grid, cells, Elements.of(segment, ElementType.DOUBLE));
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  private static void fillHalos(Communicator world, RankGrid grid, double[] cells) {
    fillHalos(world, grid, cells, Elements.of(cells));
  }

  /// Cells of 4 rows and 5 columns with a halo around.
  private static void fillHalos(
      Communicator world, RankGrid grid, double[] cells, Elements memory) {
    int me = world.rank();
    for (int row = 1; row <= 4; row++) {
      for (int column = 1; column <= 5; column++) {
        cells[7 * row + column] = value(me, row, column);
      }
    }
    memory.segment().copyFrom(MemorySegment.ofArray(cells));
    Shape shape = Shape.of(6, 7);
    List<Tile> edges =
        List.of(
            new Tile(memory, shape, Hyperslab.at(1, 1).count(1, 5)),
            new Tile(memory, shape, Hyperslab.at(4, 1).count(1, 5)),
            new Tile(memory, shape, Hyperslab.at(1, 1).count(4, 1)),
            new Tile(memory, shape, Hyperslab.at(1, 5).count(4, 1)));
    List<Tile> halos =
        List.of(
            new Tile(memory, shape, Hyperslab.at(0, 1).count(1, 5)),
            new Tile(memory, shape, Hyperslab.at(5, 1).count(1, 5)),
            new Tile(memory, shape, Hyperslab.at(1, 0).count(4, 1)),
            new Tile(memory, shape, Hyperslab.at(1, 6).count(4, 1)));
    Request request = world.ineighbourAllToAll(edges, halos, grid);
    request.await();
    world.neighbourAllToAll(edges, halos, grid);
    int[] from = grid.sources(me);
    double[] expected = cells.clone();
    for (int column = 1; column <= 5; column++) {
      expected[column] = halo(from[0], 4, column);
      expected[7 * 5 + column] = halo(from[1], 1, column);
    }
    for (int row = 1; row <= 4; row++) {
      expected[7 * row] = halo(from[2], row, 5);
      expected[7 * row + 6] = halo(from[3], row, 1);
    }
    assertThat(memory.segment().toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED)).isEqualTo(expected);
  }

  private static double value(int rank, int row, int column) {
    return 100 * rank + 10 * row + column;
  }

  /// Beyond an open edge it stays as it was.
  private static double halo(int rank, int row, int column) {
    return rank == Communicator.NO_RANK ? 0 : value(rank, row, column);
  }
}
