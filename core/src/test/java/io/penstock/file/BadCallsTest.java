package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a program gets wrong with an array file is said in one line and changes neither file nor
/// memory.
class BadCallsTest {
  private static final Shape SHAPE = Shape.of(3, 4);
  private static final Raw FORMAT = Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, SHAPE);
  private static final Hyperslab TILE = Hyperslab.at(1, 1).count(2, 2);
  private static final Hyperslab NOTHING = Hyperslab.at(1, 1).count(2, 0);

  @TempDir Path folder;
  private Path path;
  private byte[] bytes;

  @BeforeEach
  void write() throws IOException {
    bytes = new byte[48];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    path = Files.write(folder.resolve("f"), bytes);
  }

  @AfterEach
  void theFileIsAsItWas() throws IOException {
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  private ArrayFile open(OpenMode mode) throws IOException {
    return ArrayFile.open(path, FORMAT, Access.read().withMode(mode));
  }

  /// A use of a file.
  private interface Call {
    void on(ArrayFile file) throws IOException;
  }

  private static MemorySegment segment(int elements) {
    return Arena.ofAuto().allocate(4L * elements);
  }

  /// Every way of reading.
  private static List<Call> reads() {
    return List.of(
        file -> file.read(new int[12]),
        file -> file.read(segment(12)),
        file -> file.readAt(3, new int[4], 0, 4),
        file -> file.readAt(3, segment(4)),
        file -> file.gather(new long[] {3, 4}, 1, new int[2]),
        file -> file.gather(new long[0], 1, new int[2]),
        file -> file.read(TILE, new int[4]),
        file -> file.read(TILE, new int[6], 2),
        file -> file.read(TILE, segment(4)),
        file -> file.read(TILE, new int[12], SHAPE, TILE));
  }

  /// Every way of writing.
  private static List<Call> writes() {
    return List.of(
        file -> file.write(new int[12]),
        file -> file.write(segment(12)),
        file -> file.writeAt(3, new int[4], 0, 4),
        file -> file.writeAt(3, segment(4)),
        file -> file.write(TILE, new int[4]),
        file -> file.write(TILE, new int[6], 2),
        file -> file.write(TILE, segment(4)),
        file -> file.write(TILE, new int[12], SHAPE, TILE),
        ArrayFile::sync);
  }

  @Test
  void aFileOpenForReadingIsNotWritten() throws IOException {
    try (ArrayFile file = open(OpenMode.READ)) {
      for (Call call : writes()) {
        assertThatIllegalStateException()
            .isThrownBy(() -> call.on(file))
            .withMessage(path + " is open for reading only; open it with OpenMode.READ_WRITE");
      }
    }
  }

  @Test
  void aFileOpenForWritingIsNotRead() throws IOException {
    try (ArrayFile file = open(OpenMode.WRITE)) {
      for (Call call : reads()) {
        assertThatIllegalStateException()
            .isThrownBy(() -> call.on(file))
            .withMessage(path + " is open for writing only; open it with OpenMode.READ_WRITE");
      }
    }
  }

  @Test
  void aClosedFileServesNobodyAndMayBeClosedAgain() throws IOException {
    ArrayFile file = open(OpenMode.READ_WRITE);
    file.close();
    List<Call> calls = new ArrayList<>(reads());
    calls.addAll(writes());
    calls.add(ArrayFile::explain);
    for (Call call : calls) {
      assertThatIllegalStateException()
          .isThrownBy(() -> call.on(file))
          .withMessage(path + " is closed");
    }
    assertThatCode(file::close).doesNotThrowAnyException();
    assertThat(file.shape()).isEqualTo(SHAPE);
  }

  @Test
  void memoryOfAnotherKindIsRefused() throws IOException {
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      String mismatch =
          "the file holds INT elements, a %s cannot take or give them; use a int[] or a MemorySegment, or convert by ArrayFile.as";
      for (Object array : List.of(new long[12], new float[12], new byte[48])) {
        String message = mismatch.formatted(array.getClass().getSimpleName());
        Elements other = Elements.of(array);
        for (Call call :
            List.<Call>of(
                f -> f.read(other),
                f -> f.write(other),
                f -> f.readAt(0, other, 0, 1),
                f -> f.writeAt(0, other, 0, 1),
                f -> f.read(TILE, other),
                f -> f.write(TILE, other, SHAPE, TILE))) {
          assertThatIllegalArgumentException().isThrownBy(() -> call.on(file)).withMessage(message);
        }
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(Elements.of("text")))
          .withMessageStartingWith("java.lang.String holds no elements: ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(Elements.of(new Integer[12])))
          .withMessageStartingWith("java.lang.Integer[] holds no elements: ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(Elements.of(new boolean[12])))
          .withMessage(mismatch.formatted("boolean[]"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(Elements.of(segment(12), ElementType.FLOAT)))
          .withMessage("a segment of FLOAT elements, not of INT");
    }
  }

  @Test
  void segmentsThatCannotTakeTheElementsAreRefused() throws IOException {
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.readAt(0, segment(2).asReadOnly()))
          .withMessage("a read-only segment cannot be read into");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.readAt(0, segment(2).asSlice(0, 7)))
          .withMessage("a segment of 7 bytes holds no whole number of INT elements");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.read(segment(11)))
          .withMessage("12 elements from index 0 on do not fit in memory of 11 elements");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 6", "0, 1, 5", "0, 6, 0", "2, -1, 5", "0, 2147483647, 2147483647", "0, 0, -1"})
  void placesOutsideTheArrayAreRefused(long first, int from, int count) throws IOException {
    int[] array = {-1, -1, -1, -1, -1};
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      String message =
          "%d elements from index %d on do not fit in memory of 5 elements".formatted(count, from);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.readAt(first, array, from, count))
          .withMessage(message);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.writeAt(first, array, from, count))
          .withMessage(message);
    }
    assertThat(array).containsOnly(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "12, 1",
    "9, 4",
    "9223372036854775807, 1",
    "-9223372036854775808, 5",
    "13, 0"
  })
  void rangesOutsideTheFileAreRefused(long first, int count) throws IOException {
    int[] array = {-1, -1, -1, -1, -1};
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      String message =
          "%d elements from element %d on are not all in %s, which has 12"
              .formatted(count, first, path);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.readAt(first, array, 0, count))
          .withMessage(message);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.writeAt(first, array, 0, count))
          .withMessage(message);
    }
    assertThat(array).containsOnly(-1);
  }

  @Test
  void selectionsOutsideTheShapeAreRefused() throws IOException {
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      Hyperslab wide = Hyperslab.at(1, 2).count(2, 3);
      for (Call call :
          List.<Call>of(
              f -> f.read(wide, new int[6]),
              f -> f.write(wide, new int[6]),
              f -> f.read(wide, new int[12], SHAPE, TILE))) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> call.on(file))
            .withMessage("selection ends at index 5 on axis 1, which has 4 elements (array 3 x 4)");
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(Hyperslab.at(1).count(2), new int[2]))
          .withMessage("a selection of rank 1 does not fit an array of rank 2 (3 x 4)");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.read(TILE, new int[5], 2))
          .withMessage("4 elements from index 2 on do not fit in memory of 5 elements");
    }
  }

  @Test
  void placesThatDoNotMatchTheSelectionAreRefused() throws IOException {
    int[] array = new int[12];
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(TILE, array, SHAPE, Hyperslab.at(0, 0).count(1, 4)))
          .withMessage("a selection of 2 x 2 does not match places of 1 x 4");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.write(TILE, array, SHAPE, Hyperslab.at(2, 2).count(2, 2)))
          .withMessage("selection ends at index 4 on axis 0, which has 3 elements (array 3 x 4)");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.write(TILE, array, Shape.of(4, 4), TILE))
          .withMessage("16 elements from index 0 on do not fit in memory of 12 elements");
    }
    assertThat(array).containsOnly(0);
  }

  @Test
  void numbersThatTheOtherTypeHasNotAreRefusedByTheirPlace() throws IOException {
    try (ArrayFile file = open(OpenMode.READ_WRITE);
        ArrayFile shorts = file.as(ElementType.SHORT);
        ArrayFile longs = file.as(ElementType.LONG)) {
      short[] found = new short[12];
      for (Call call :
          List.<Call>of(
              f -> f.read(found),
              f -> f.read(MemorySegment.ofArray(found)),
              f -> f.read(TILE, new short[4]),
              f -> f.gather(new long[] {5}, 2, found))) {
        assertThatExceptionOfType(FormatException.class)
            .isThrownBy(() -> call.on(shorts))
            .withMessageMatching(path + ", byte \\d+: element [05] is .*int16.*")
            .withCauseInstanceOf(ArithmeticException.class);
      }
      long[] many = new long[12];
      many[7] = 1L << 40;
      for (Call call :
          List.<Call>of(
              f -> f.writeAt(5, many, 7, 1),
              f -> f.write(Hyperslab.at(2, 3).count(1, 1), many, 7))) {
        assertThatExceptionOfType(ArithmeticException.class)
            .isThrownBy(() -> call.on(longs))
            .withMessageStartingWith(path + ": element 7 of memory is 1099511627776")
            .withCauseInstanceOf(ArithmeticException.class);
      }
    }
  }

  @Test
  void nothingIsMovedWithoutError() throws IOException {
    int[] array = {-1, -1, -1, -1};
    try (ArrayFile file = open(OpenMode.READ_WRITE)) {
      for (Call call :
          List.<Call>of(
              f -> f.readAt(0, array, 0, 0),
              f -> f.readAt(12, array, 4, 0),
              f -> f.readAt(5, segment(0)),
              f -> f.read(NOTHING, array),
              f -> f.read(NOTHING, new int[0]),
              f -> f.read(NOTHING, array, 4),
              f -> f.read(NOTHING, array, Shape.of(2, 2), Hyperslab.at(0, 0).count(2, 0)),
              f -> f.writeAt(0, array, 0, 0),
              f -> f.writeAt(12, array, 4, 0),
              f -> f.writeAt(5, segment(0)),
              f -> f.write(NOTHING, array),
              f -> f.write(NOTHING, new int[0]),
              f -> f.write(NOTHING, array, 4),
              f -> f.write(NOTHING, array, Shape.of(2, 2), Hyperslab.at(0, 0).count(2, 0)))) {
        assertThatCode(() -> call.on(file)).doesNotThrowAnyException();
      }
    }
    assertThat(array).containsOnly(-1);
  }

  @Test
  void arraysOfNoElementsAreCreatedAndRead() throws IOException {
    Path empty = folder.resolve("empty.npy");
    try (ArrayFile file = ArrayFile.create(empty, ElementType.DOUBLE, Shape.of(5, 0))) {
      file.write(new double[0]);
    }
    try (ArrayFile file = ArrayFile.open(empty)) {
      file.read(new double[0]);
      assertThat(file.shape()).isEqualTo(Shape.of(5, 0));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 48", "1, 47", "47, 1"})
  void aRawFileThatIsTooShortIsRefused(int size, int missing) throws IOException {
    Path cut = Files.write(folder.resolve("cut"), new byte[size]);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> ArrayFile.open(cut, FORMAT))
        .withMessage(
            "%s, byte %d: the file ends here, %d bytes short of int32 elements of shape 3 x 4 from byte 0 on; check the description"
                .formatted(cut, size, missing));
  }

  @Test
  void anEngineThatThereIsNotIsRefusedWithTheNamesOfThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileEngines.named("warp"))
        .withMessage("no engine 'warp'; there are " + FileEngines.names());
  }

  @Test
  void anEngineOfATypeThatThereIsNotIsRefusedWithTheNamesOfThoseThereAre() {
    interface Warp extends FileEngine {}
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileEngines.of(Warp.class))
        .withMessage("no engine 'Warp'; there are " + FileEngines.names());
  }

  @Test
  void numbersOfThreadsAndBytesThatCannotBeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Access.read().withThreads(0))
        .withMessage("thread counts must be at least 1, not 0 and 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Access(OpenMode.READ, FileEngines.auto(), 1, 0, 0))
        .withMessage("thread counts must be at least 1, not 1 and 0");
    for (int bytes : new int[] {0, 4096, Access.LARGEST_CHUNK}) {
      assertThat(Access.read().withChunkBytes(bytes).chunkBytes()).isEqualTo(bytes);
    }
    for (int bytes : new int[] {-4096, 1000, 4 << 20}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Access.read().withChunkBytes(bytes))
          .withMessage("chunk size " + bytes + " must be 0, or a multiple of 4096 up to 2097152");
    }
  }
}
