package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.message.TestJob;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a shared file promises of tiles, the ranges of elements in larger arrays, over every
/// transport.
@Timeout(120)
class SharedTileContractTest extends SharedArrayFixture {
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aTileOfAnyShapeIsARangeOfElements(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          long[] inside = {0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 0, 0, 0};
          Tile tile = new Tile(inside, Shape.of(5, 4), Hyperslab.at(1, 1).count(3, 2));
          long first = 6L * world.rank() + 57; // across the end of a row
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            file.writeAt(first, tile);
            long[] found = new long[6];
            file.readAt(first, found);
            assertThat(found).containsExactly(1, 2, 3, 4, 5, 6);
            long[] again = new long[20];
            file.readAtAll(first, new Tile(again, tile.shape(), tile.places()));
            assertThat(again).isEqualTo(inside);
            file.writeAtAll(first + 1000, tile);
            Arrays.fill(again, 0);
            file.readAt(first + 1000, new Tile(again, tile.shape(), tile.places()));
            assertThat(again).isEqualTo(inside);
            file.complete();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aTileThatIsLongerThanTheBufferIsARangeToo(TestJob job) {
    SharedFolder.run(
        job,
        2,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Shape around = Shape.of(40, 32);
          Selection inside = Hyperslab.at(1, 1).count(38, 30);
          long[] source = LongStream.range(0, around.size()).toArray();
          long[] expected =
              LongStream.range(0, inside.size()).map(i -> (1 + i / 30) * 32 + 1 + i % 30).toArray();
          long first = 1200L * world.rank() + 7;
          Npy format = Npy.of(ElementType.LONG, SHAPE);
          Hints hints = Hints.defaults().withBufferBytes(4096); // of 512 elements
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, format, Creation.inPlace(), hints)) {
            file.writeAt(first, new Tile(source, around, inside));
            long[] found = new long[expected.length];
            file.readAt(first, found);
            assertThat(found).isEqualTo(expected);
            long[] again = new long[source.length];
            file.readAt(first, new Tile(again, around, inside));
            for (int i = 0; i < again.length; i++) {
              boolean within = i >= 32 && i < 39 * 32 && i % 32 > 0 && i % 32 < 31;
              assertThat(again[i]).as("element %d", i).isEqualTo(within ? i : 0);
            }
          }
        });
  }
}
