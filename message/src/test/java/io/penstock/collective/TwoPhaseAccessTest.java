package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The reads and writes by which one rank brings the interleaved elements of two to a file: one
/// large access where the elements lie near together, single ones where they do not.
@Timeout(60)
class TwoPhaseAccessTest {
  /// Elements of 4 bytes in a buffer.
  private static final int PIECE = 2048;

  private static final Selection NOTHING = Hyperslab.at(0).count(0);

  @TempDir Path folder;

  /// Notes what is read and written, in elements.
  private static final class NotingEngine implements FileEngine {
    private final FileEngine engine = FileEngines.of(FileEngine.Channel.class);
    private final List<String> accesses = Collections.synchronizedList(new ArrayList<>());

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return new Noting(engine.open(file, mode));
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return new Noting(engine.create(file));
    }

    private void note(String what, long offset, long length) {
      accesses.add(String.format(Locale.ROOT, "%s %d+%d", what, offset / 4, length / 4));
    }

    private final class Noting extends ForwardedFile {
      Noting(EngineFile file) {
        super(file);
      }

      @Override
      public void read(long offset, MemorySegment target, long at, long length) throws IOException {
        note("read", offset, length);
        file.read(offset, target, at, length);
      }

      @Override
      public void write(long offset, MemorySegment source, long at, long length)
          throws IOException {
        note("write", offset, length);
        file.write(offset, source, at, length);
      }

      @Override
      public int preferredBytes() {
        return 4 << 20;
      }
    }
  }

  private static Hints hints(int bufferBytes) {
    return Hints.defaults()
        .withEngine("two-phase")
        .withAggregators(1)
        .withBufferBytes(bufferBytes)
        .withDirectBytes(Integer.MAX_VALUE);
  }

  /// What is read and written as two ranks move their selections of a file.
  private List<String> accesses(
      Direction direction, long length, Hints hints, Selection first, Selection second)
      throws IOException {
    Path path = folder.resolve("a");
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(length));
    try (EngineFile file = FileEngines.of(FileEngine.Channel.class).create(path)) {
      file.resize(length * 4);
    }
    NotingEngine engine = new NotingEngine();
    Access access = Access.readWrite().withThreads(1).withEngine(engine);
    RankThreads.run(
        2,
        world -> {
          Selection mine = world.rank() == 0 ? first : second;
          int[] numbers = new int[(int) mine.size()];
          Arrays.fill(numbers, world.rank() + 1);
          try (SharedArrayFile file = SharedArrayFile.open(world, path, format, access, hints)) {
            if (direction == Direction.READ) {
              file.readAll(mine, numbers);
              assertThat(numbers).isEqualTo(new int[numbers.length]);
            } else {
              file.writeAll(mine, numbers);
            }
          }
        });
    if (direction == Direction.WRITE) {
      requireWritten(path, format, first, second);
    }
    Files.delete(path);
    return engine.accesses;
  }

  private static void requireWritten(Path path, Raw format, Selection first, Selection second)
      throws IOException {
    int[] expected = new int[(int) format.shape().size()];
    for (int i = 0; i < expected.length; i++) {
      boolean ofSecond = Pattern.has(second.axis(0), i);
      expected[i] = ofSecond ? 2 : Pattern.has(first.axis(0), i) ? 1 : 0;
    }
    int[] found = new int[expected.length];
    try (ArrayFile file = ArrayFile.open(path, format)) {
      file.read(found);
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Selection every(int stride, long first, long count) {
    return Hyperslab.at(first).stride(stride).count(count);
  }

  // ---- writes ----------------------------------------------------------------------------------

  @Test
  void whatTheRanksFillTogetherIsWrittenWithoutARead() throws IOException {
    assertThat(
            accesses(
                Direction.WRITE, 2 * PIECE, hints(8192), every(2, 0, PIECE), every(2, 1, PIECE)))
        .containsExactly("write 0+2048", "write 2048+2048");
  }

  @Test
  void manySmallHolesAreReadAndWrittenBack() throws IOException {
    assertThat(accesses(Direction.WRITE, PIECE, hints(8192), every(4, 8, 500), every(4, 9, 500)))
        .containsExactly("read 8+1998", "write 8+1998");
  }

  @Test
  void holesThatAreLeftAloneAreNeitherReadNorWritten() throws IOException {
    List<String> accesses =
        accesses(
            Direction.WRITE,
            PIECE,
            hints(8192).withHoles(Holes.LEFT_ALONE),
            every(4, 8, 500),
            every(4, 9, 500));
    assertThat(accesses)
        .hasSize(500)
        .startsWith("write 8+2", "write 12+2")
        .endsWith("write 2004+2");
  }

  /// For each 4096 bytes of a piece, and once more, each rank may have one.
  @Test
  void fewElementsAreWrittenOneByOne() throws IOException {
    Hints hints = hints(8192).withAlignmentBytes(4);
    assertThat(accesses(Direction.WRITE, 4096, hints, every(1000, 1000, 3), every(1019, 1009, 3)))
        .containsExactly(
            "write 1000+1",
            "write 1009+1",
            "write 2000+1",
            "write 2028+1",
            "write 3000+1",
            "write 3047+1");
    assertThat(accesses(Direction.WRITE, 4096, hints, every(600, 1000, 4), every(1019, 1009, 3)))
        .containsExactly("read 1000+2048", "write 1000+2048");
  }

  @Test
  void elementsThatTwoRanksWriteAreTheHigherOnes() throws IOException {
    Selection all = every(1, 0, PIECE);
    assertThat(accesses(Direction.WRITE, PIECE, hints(8192), all, all))
        .containsExactly("write 0+2048");
    assertThat(accesses(Direction.WRITE, PIECE, hints(8192), all, every(2, 0, PIECE / 2)))
        .containsExactly("read 0+2048", "write 0+2048");
  }

  @Test
  void aPieceOfWhichNobodyWritesAnythingIsNotTouched() throws IOException {
    assertThat(
            accesses(
                Direction.WRITE,
                3 * PIECE,
                hints(8192),
                every(2 * PIECE, 0, 2),
                every(2 * PIECE, 1, 2)))
        .containsExactly("write 0+2", "write 4096+2");
  }

  // ---- reads -----------------------------------------------------------------------------------

  /// 4096 bytes are read with their neighbours rather than left out.
  @Test
  void shortGapsAreReadWithWhatLiesAroundThem() throws IOException {
    assertThat(accesses(Direction.READ, 4096, hints(16384), every(1025, 0, 3), NOTHING))
        .containsExactly("read 0+2051");
    assertThat(accesses(Direction.READ, 4096, hints(16384), every(1026, 0, 3), NOTHING))
        .containsExactly("read 0+1", "read 1026+1", "read 2052+1");
    assertThat(
            accesses(Direction.READ, 4096, hints(16384), every(2000, 0, 2), every(2000, 1026, 2)))
        .containsExactly("read 0+1", "read 1026+975", "read 3026+1");
  }

  /// So many as 256 for each rank are told apart.
  @Test
  void tooManyStretchesAreReadAsOne() throws IOException {
    long length = 514 * 1026;
    assertThat(accesses(Direction.READ, length, hints(4 << 20), every(1026, 0, 512), NOTHING))
        .hasSize(512);
    assertThat(accesses(Direction.READ, length, hints(4 << 20), every(1026, 0, 513), NOTHING))
        .hasSizeLessThan(3);
  }
}
