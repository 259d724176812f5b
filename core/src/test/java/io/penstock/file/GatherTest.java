package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Elements gathered from many places of a file, each of which is its own number.
class GatherTest {
  private static final int ROWS = 700;
  private static final int COLUMNS = 1021;
  private static final int COUNT = ROWS * COLUMNS;
  private static final Shape SHAPE = Shape.of(ROWS, COLUMNS);

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261128);

  private Path little;
  private Path big;

  @BeforeEach
  void files() throws IOException {
    little = write("little", ByteOrder.LITTLE_ENDIAN);
    big = write("big", ByteOrder.BIG_ENDIAN);
  }

  private Path write(String name, ByteOrder order) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(COUNT * Integer.BYTES).order(order);
    bytes.asIntBuffer().put(IntStream.range(0, COUNT).toArray());
    return Files.write(folder.resolve(name), bytes.array());
  }

  private static Raw format(ByteOrder order) {
    return Raw.of(ElementType.INT, order, SHAPE);
  }

  private ArrayFile open(FileEngine engine) throws IOException {
    return ArrayFile.open(
        little, format(ByteOrder.LITTLE_ENDIAN), Access.read().withEngine(engine));
  }

  private long[] firsts(int number, int each) {
    return LongStream.generate(() -> random.nextLong(COUNT - each + 1)).limit(number).toArray();
  }

  private static int[] expected(long[] firsts, int each) {
    return Arrays.stream(firsts)
        .flatMap(first -> LongStream.range(first, first + each))
        .mapToInt(Math::toIntExact)
        .toArray();
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void placesInAnyOrderFillAnArrayOneAfterTheOther(FileEngine engine) throws IOException {
    try (ArrayFile file = open(engine)) {
      for (int each : new int[] {1, 3, 1021, 70_000}) {
        long[] firsts = firsts(each > 2000 ? 5 : 100, each);
        int[] found = new int[firsts.length * each + 7];
        file.gather(firsts, each, found);
        assertThat(found).startsWith(expected(firsts, each)).endsWith(new int[7]);
      }
    }
  }

  @Test
  void whatIsNotCachedIsGatheredToo() throws IOException {
    try (ArrayFile file = open(FileEngines.auto())) {
      for (int i = 0; i < 5; i++) {
        PageCache.evict(little);
        long[] firsts = firsts(300, 96);
        int[] found = new int[300 * 96];
        file.gather(firsts, 96, found);
        assertThat(found).isEqualTo(expected(firsts, 96));
      }
    }
  }

  @Test
  void elementsOfTheOtherByteOrderAndTypeAreConverted() throws IOException {
    long[] firsts = firsts(50, 20);
    try (ArrayFile file = ArrayFile.open(big, format(ByteOrder.BIG_ENDIAN));
        ArrayFile doubles = file.as(ElementType.DOUBLE)) {
      int[] found = new int[50 * 20];
      file.gather(firsts, 20, found);
      assertThat(found).isEqualTo(expected(firsts, 20));
      double[] converted = new double[50 * 20];
      doubles.gather(firsts, 20, converted);
      assertThat(converted)
          .isEqualTo(Arrays.stream(expected(firsts, 20)).asDoubleStream().toArray());
    }
  }

  @Test
  void segmentsOfAnyArenaAreFilled() throws IOException {
    long[] firsts = firsts(200, 64);
    MemorySegment expected = MemorySegment.ofArray(expected(firsts, 64));
    try (ArrayFile file = open(FileEngines.auto());
        Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (Arena arena : new Arena[] {confined, shared, Arena.ofAuto()}) {
        MemorySegment found = arena.allocate(expected.byteSize());
        file.gather(firsts, 64, found);
        assertThat(found.mismatch(expected)).isEqualTo(-1);
      }
    }
  }

  @Test
  void aVirtualThreadGathersToo() throws Exception {
    long[] firsts = firsts(200, 64);
    try (ArrayFile file = open(FileEngines.auto());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      int[] array = new int[200 * 64];
      MemorySegment found =
          threads
              .submit(
                  () -> {
                    file.gather(firsts, 64, array);
                    MemorySegment own = Arena.ofAuto().allocate(4L * array.length);
                    file.gather(firsts, 64, own);
                    return own;
                  })
              .get();
      assertThat(array).isEqualTo(expected(firsts, 64));
      assertThat(found.mismatch(MemorySegment.ofArray(array))).isEqualTo(-1);
    }
  }

  @Test
  void nothingIsReadWhereAPlaceIsOutsideOrRoomIsMissing() throws IOException {
    try (ArrayFile file = open(FileEngines.auto())) {
      int[] array = new int[10];
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.gather(new long[] {0, COUNT - 4}, 5, array))
          .withMessageContainingAll("5 elements from element " + (COUNT - 4), little.toString());
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.gather(new long[] {0, -1}, 5, array));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.gather(new long[] {0, 1, 2}, 5, array));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.gather(new long[] {0}, -1, array))
          .withMessage("each -1 must not be negative");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.gather(new long[] {0}, 1, new float[10]));
      file.gather(new long[0], 5, array);
      file.gather(new long[] {COUNT}, 0, array);
      assertThat(array).containsOnly(0);
    }
  }

  @Test
  void aFileThatWasCutOrClosedIsNamed() throws IOException {
    ArrayFile file = open(FileEngines.auto());
    int[] array = new int[200];
    try (file;
        FileChannel channel = FileChannel.open(little, StandardOpenOption.WRITE)) {
      channel.truncate(1000);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.gather(new long[] {0, 200, 400}, 60, array))
          .withMessageContainingAll(little.toString(), "the file ends at 1000");
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> file.gather(new long[] {0, 1}, 1, array))
        .withMessageContaining(little.toString());
  }
}
