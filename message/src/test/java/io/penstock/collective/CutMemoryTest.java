package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.message.TestJob;
import io.penstock.testing.CutFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A rank whose memory is a mapped file that another process cuts: all ranks are told, and what the
/// rank did not have is not written.
@Timeout(60)
class CutMemoryTest {
  private static final Shape SHAPE = Shape.of(8, 4);
  private static final long BYTES = 8 * 4 * Integer.BYTES;

  @TempDir Path folder;

  private MemorySegment mapped(long left, Arena arena) throws IOException {
    return CutFile.map(folder.resolve("cut"), BYTES, left, arena);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void allRanksHearOfMemoryThatIsGone(TestJob job) throws IOException {
    Path path = folder.resolve("a.npy");
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, SHAPE)) {
      file.complete();
    }
    job.run(
        2,
        world -> {
          Hints hints = Hints.defaults().withEngine("two-phase").withAggregators(1);
          Selection mine =
              new Distribution(SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, 2))
                  .of(world.rank());
          try (Arena arena = Arena.ofShared();
              SharedArrayFile file =
                  SharedArrayFile.open(
                      world, path, Access.read().withMode(OpenMode.READ_WRITE), hints)) {
            boolean cuts = world.rank() == 1;
            MemorySegment own = cuts ? mapped(BYTES, arena) : arena.allocate(BYTES, 8);
            own.fill((byte) 1);
            Tile tile = new Tile(Elements.of(own, ElementType.INT), SHAPE, mine);
            file.writeAll(mine, tile);
            if (cuts) {
              MemorySegment _ = mapped(0, arena);
            }
            SharedFailures.ofType(SharedFileException.class, () -> file.writeAll(mine, tile))
                .withMessageContaining("rank 1: a fault occurred");
          }
        });
    try (ArrayFile file = ArrayFile.open(path, Access.read())) {
      int[] found = new int[32];
      file.readAt(0, Elements.of(found));
      assertThat(found).containsOnly(0x01010101);
    }
  }
}
