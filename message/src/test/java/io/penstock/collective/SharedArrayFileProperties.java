package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.file.Access;
import io.penstock.file.OpenMode;
import io.penstock.message.Communicator;
import io.penstock.message.TestJob;
import io.penstock.testing.FileCase;
import io.penstock.testing.RandomSelections;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random files, distributions and hyperslabs over every transport, against an oracle that knows
/// only the file's bytes. All ranks draw the same from the same seed; they share nothing else.
@Timeout(240)
class SharedArrayFileProperties {
  private static final int CASES = 60;
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          DataType.COMPLEX64,
          DataType.FLOAT16);

  private static Hints hints(SplittableRandom random) {
    return Hints.defaults()
        .withBufferBytes(4096)
        .withAlignmentBytes(1 << random.nextInt(13))
        .withAggregators(random.nextInt(4))
        .withDirectBytes(random.nextInt(3) == 0 ? 64 : Integer.MAX_VALUE)
        .withHoles(random.nextBoolean() ? Holes.LEFT_ALONE : Holes.WRITTEN_BACK);
  }

  /// What each rank takes: shares of one distribution, or any hyperslabs, which may overlap.
  private static List<Selection> selections(SplittableRandom random, Shape shape, int ranks) {
    List<Selection> selections = new ArrayList<>();
    boolean dealt = shape.rank() > 0 && random.nextInt(3) > 0;
    Distribution distribution =
        dealt ? distribution(random, shape, ranks) : Distribution.blocks(Shape.of(1), 1);
    for (int rank = 0; rank < ranks; rank++) {
      selections.add(dealt ? distribution.of(rank) : new RandomSelections(random).within(shape));
    }
    return selections;
  }

  private static Distribution distribution(SplittableRandom random, Shape shape, int ranks) {
    List<Dealing> dealings = new ArrayList<>();
    long[] grid = new long[shape.rank()];
    int left = ranks;
    for (int axis = 0; axis < grid.length; axis++) {
      int along = axis == grid.length - 1 || random.nextBoolean() ? left : 1;
      grid[axis] = along;
      left /= along;
      dealings.add(
          switch (random.nextInt(3)) {
            case 0 -> Dealing.block();
            case 1 -> Dealing.cyclic();
            default -> Dealing.cyclic(1 + random.nextInt(4));
          });
    }
    return new Distribution(shape, dealings, Shape.of(grid));
  }

  /// The same elements in one of the kinds of data that a program may pass.
  private static Object data(int kind, Object array, ElementType type, Shape shape) {
    int length = java.lang.reflect.Array.getLength(array);
    return switch (kind) {
      case 0 -> array;
      case 1 -> {
        Object longer = TypedArrays.of(type, length + 5);
        System.arraycopy(array, 0, longer, 3, length);
        yield Elements.of(longer, 3, length);
      }
      case 2 -> {
        long bytes = (long) length * type.bytes();
        MemorySegment segment = Arena.ofAuto().allocate(bytes + 1).asSlice(1, bytes);
        yield segment.copyFrom(Elements.of(array).segment());
      }
      default -> Frames.around(array, type, shape);
    };
  }

  private static double[] values(Object data, int length, ElementType type) {
    Object array = TypedArrays.of(type, length);
    switch (data) {
      case Elements elements ->
          System.arraycopy(elements.memory(), (int) elements.first(), array, 0, length);
      case MemorySegment segment -> Elements.of(array).segment().copyFrom(segment);
      case Tile tile -> Frames.inside(tile, array);
      default -> System.arraycopy(data, 0, array, 0, length);
    }
    return TypedArrays.values(array);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void writingTogetherChangesTheSelectedPlacesAndNothingElse(TestJob job, int ranks) {
    SharedFolder.run(job, ranks, (world, folder) -> write(world, folder.resolve("written")));
  }

  private static void write(Communicator world, Path path) throws IOException {
    SplittableRandom random = new SplittableRandom(20261122);
    for (int i = 0; i < CASES; i++) {
      FileCase given =
          FileCase.draw(random, path.resolveSibling(path.getFileName() + "" + i), TYPES);
      Hints hints = hints(random);
      int kind = random.nextInt(4);
      Shape shape = given.format().elementShape();
      ElementType type = given.format().type().element();
      List<Selection> selections = selections(random, shape, world.size());
      List<Object> sources = new ArrayList<>();
      FileCase expected = given;
      for (Selection selection : selections) {
        Object source = TypedArrays.random(random, type, Math.toIntExact(selection.size()));
        sources.add(source);
        expected = expected.after(selection, TypedArrays.values(source));
      }
      if (world.rank() == 0) {
        Files.write(given.path(), given.bytes());
      }
      world.barrier();
      OpenMode mode = random.nextBoolean() ? OpenMode.WRITE : OpenMode.READ_WRITE;
      Selection mine = selections.get(world.rank());
      try (SharedArrayFile file =
          SharedArrayFile.open(
              world, given.path(), given.format(), Access.read().withMode(mode), hints)) {
        switch (data(kind, sources.get(world.rank()), type, mine.shape())) {
          case Tile tile -> file.writeAll(mine, tile);
          case Object data -> file.writeAll(mine, Elements.of(data));
        }
      }
      assertThat(Files.readAllBytes(given.path()))
          .as("case %d: %s, %s, %s", i, given.format(), selections, hints)
          .isEqualTo(expected.bytes());
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatIsReadTogetherIsWhatLiesAtTheSelectedPlaces(TestJob job, int ranks) {
    SharedFolder.run(job, ranks, (world, folder) -> read(world, folder.resolve("read")));
  }

  private static void read(Communicator world, Path path) throws IOException {
    SplittableRandom random = new SplittableRandom(20261123);
    for (int i = 0; i < CASES; i++) {
      FileCase given =
          FileCase.draw(random, path.resolveSibling(path.getFileName() + "" + i), TYPES);
      Hints hints = hints(random);
      int kind = random.nextInt(4);
      Shape shape = given.format().elementShape();
      ElementType type = given.format().type().element();
      List<Selection> selections = selections(random, shape, world.size());
      if (world.rank() == 0) {
        Files.write(given.path(), given.bytes());
      }
      world.barrier();
      Selection mine = selections.get(world.rank());
      int length = Math.toIntExact(mine.size());
      Object target = data(kind, TypedArrays.of(type, length), type, mine.shape());
      try (SharedArrayFile file =
          SharedArrayFile.open(
              world, given.path(), given.format(), Access.read().withThreads(1), hints)) {
        switch (target) {
          case Tile tile -> file.readAll(mine, tile);
          default -> file.readAll(mine, Elements.of(target));
        }
      }
      assertThat(values(target, length, type))
          .as("case %d: %s of %s, %s", i, selections, given.format(), hints)
          .containsExactly(given.expected(mine));
    }
  }
}
