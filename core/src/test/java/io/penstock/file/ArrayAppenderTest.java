package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.testing.ForwardedFile;
import io.penstock.testing.Python;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows that are added to array files.
class ArrayAppenderTest {
  @TempDir Path folder;

  private Path npy(Shape shape) throws IOException {
    Path path = folder.resolve("log.npy");
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, shape)) {
      file.write(numbers(0, (int) shape.size()));
      file.complete();
    }
    return path;
  }

  private static int[] numbers(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static int[] all(Path npy) throws IOException {
    try (ArrayFile file = ArrayFile.open(npy)) {
      int[] all = new int[(int) file.shape().size()];
      file.read(all);
      return all;
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void rowsStandBehindThoseThatTheFileHas(FileEngine engine) throws IOException {
    Path path = npy(Shape.of(2, 3));
    try (ArrayAppender log = ArrayAppender.open(path, Access.readWrite().withEngine(engine))) {
      log.append(numbers(6, 9));
      log.append(numbers(0, 30), 9, 12);
      log.append(MemorySegment.ofArray(numbers(21, 24)));
      assertThat(log.rows()).isEqualTo(8);
      assertThat(log.rowElements()).isEqualTo(3);
    }
    try (ArrayFile file = ArrayFile.open(path)) {
      assertThat(file.shape()).isEqualTo(Shape.of(8, 3));
    }
    assertThat(all(path)).isEqualTo(numbers(0, 24));
  }

  @Test
  void aLogMayBeginWithoutRows() throws IOException {
    Path path = npy(Shape.of(0, 4));
    for (int i = 0; i < 120; i++) {
      try (ArrayAppender log = ArrayAppender.open(path)) {
        log.append(numbers(4 * i, 4 * i + 4));
      }
    }
    assertThat(all(path)).isEqualTo(numbers(0, 480));
  }

  @Test
  void numPyReadsWhatWasAddedToItsOwnFile() throws IOException {
    Path path = folder.resolve("numpy.npy");
    Python python = Python.withNumpy();
    python.run(
        "import numpy, sys; numpy.save(sys.argv[1], numpy.arange(12.).reshape(2, 2, 3))",
        List.of(),
        path.toString());
    try (ArrayAppender log = ArrayAppender.open(path)) {
      log.append(IntStream.range(12, 60).asDoubleStream().toArray());
    }
    assertThat(
            python.run(
                "import numpy, sys; a = numpy.load(sys.argv[1]); print(a.shape, (a.ravel() == numpy.arange(60)).all())",
                List.of(),
                path.toString()))
        .containsExactly("(10, 2, 3) True");
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void rowsOfEveryTypeAreAsTheyWereGiven(DataType type) throws IOException {
    Path path = folder.resolve("f.npy");
    ByteOrder foreign =
        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
    Npy format = Npy.of(type, foreign, Shape.of(0, 5), StorageOrder.ROW_MAJOR);
    try (ArrayFile file = ArrayFile.create(path, format, Creation.whenComplete())) {
      file.complete();
    }
    Object rows = TypedArrays.of(type.element(), 40 * type.components());
    try (ArrayAppender log = ArrayAppender.open(path)) {
      log.append(Elements.of(rows));
    }
    Object read = TypedArrays.of(type.element(), 40 * type.components());
    try (ArrayFile file = ArrayFile.open(path)) {
      assertThat(file.format().shape()).isEqualTo(Shape.of(8, 5));
      file.read(Elements.of(read));
    }
    assertThat(Elements.of(read).segment().mismatch(Elements.of(rows).segment())).isEqualTo(-1);
  }

  @Test
  void readersSeeTheRowsThatWereSynced() throws IOException {
    Path path = npy(Shape.of(1));
    try (ArrayAppender log = ArrayAppender.open(path)) {
      log.append(new int[] {1});
      assertThat(all(path)).containsExactly(0);
      log.sync();
      assertThat(all(path)).containsExactly(0, 1);
      log.append(new int[] {2});
      assertThat(all(path)).containsExactly(0, 1);
    }
    assertThat(all(path)).containsExactly(0, 1, 2);
  }

  @Test
  void rawFilesGrowToo() throws IOException {
    Path path = Files.write(folder.resolve("raw"), new byte[8 + 2 * 6]);
    Raw format = Raw.of(ElementType.SHORT, ByteOrder.BIG_ENDIAN, Shape.of(2, 3)).withOffset(8);
    try (ArrayAppender log = ArrayAppender.open(path, format, Access.readWrite())) {
      log.append(new short[] {1, 2, 3});
    }
    byte[] expected = new byte[8 + 3 * 6];
    expected[21] = 1;
    expected[23] = 2;
    expected[25] = 3;
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @Test
  void partsOfRowsAreRefused() throws IOException {
    Path path = npy(Shape.of(2, 3));
    byte[] before = Files.readAllBytes(path);
    try (ArrayAppender log = ArrayAppender.open(path)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> log.append(new int[4]))
          .withMessageContainingAll("4 elements", "rows of 3", path.toString());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> log.append(new long[3]))
          .withMessageContaining("long[]");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> log.append(new int[6], 4, 3));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> log.append(new int[6], 7, 0));
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void bytesBehindTheArrayAreNotOverwritten() throws IOException {
    Path path = npy(Shape.of(2, 3));
    Files.write(path, new byte[5], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> ArrayAppender.open(path))
        .withMessageContainingAll(path.toString(), "5 bytes follow the array", "cut the file to");
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void arraysWithoutRowsBehindOneAnotherAreRefused() throws IOException {
    for (Npy format :
        new Npy[] {
          Npy.of(ElementType.INT, Shape.of()),
          Npy.of(ElementType.INT, Shape.of(3, 0)),
          Npy.of(
              DataType.of(ElementType.INT),
              ByteOrder.nativeOrder(),
              Shape.of(2, 3),
              StorageOrder.COLUMN_MAJOR)
        }) {
      Path path = folder.resolve("odd.npy");
      try (ArrayFile file = ArrayFile.create(path, format, Creation.whenComplete())) {
        file.complete();
      }
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> ArrayAppender.open(path))
          .withMessageContaining(path.toString());
    }
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> ArrayAppender.open(folder.resolve("none.npy")));
  }

  /// One that takes another digit, and one that does not, where the header is spelled more tersely
  /// than those that are written here.
  @ParameterizedTest
  @ValueSource(ints = {9, 7})
  void aHeaderWithoutRoomForTheNumberIsLeftAsItIs(int rows) throws IOException {
    Path path = folder.resolve("terse.npy");
    String dictionary = "{'descr':'|i1','fortran_order':False,'shape':(" + rows + ",)}";
    byte[] text = (dictionary + "\n").getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = new byte[10 + text.length + rows];
    System.arraycopy(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}, 0, bytes, 0, 8);
    bytes[8] = (byte) text.length;
    System.arraycopy(text, 0, bytes, 10, text.length);
    Files.write(path, bytes);
    try (ArrayAppender log = ArrayAppender.open(path)) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> log.append(new byte[1]))
          .withMessageContainingAll(path.toString(), "no room for " + (rows + 1), "new name");
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  @Test
  void nothingIsAddedToAClosedFile() throws IOException {
    Path path = npy(Shape.of(2));
    ArrayAppender log = ArrayAppender.open(path);
    log.close();
    log.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> log.append(new int[1]))
        .withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(() -> log.append(new int[0]));
    assertThatIllegalStateException().isThrownBy(log::sync);
    assertThat(all(path)).isEqualTo(numbers(0, 2));
  }

  @Test
  void rowsOfSeveralThreadsStandTogether() throws Exception {
    Path path = npy(Shape.of(0, 1000));
    try (ArrayAppender log = ArrayAppender.open(path)) {
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        int[] row = new int[1000];
        Arrays.fill(row, i);
        threads[i] =
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int n = 0; n < 50; n++) {
                        try {
                          log.append(row);
                        } catch (IOException e) {
                          throw new AssertionError(e);
                        }
                      }
                    });
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    int[] all = all(path);
    int[] rows = new int[4];
    for (int row = 0; row < 200; row++) {
      int first = all[1000 * row];
      assertThat(Arrays.stream(all, 1000 * row, 1000 * row + 1000).allMatch(n -> n == first))
          .isTrue();
      rows[first]++;
    }
    assertThat(rows).containsOnly(50);
  }

  /// The engine `channel`, whose files fail in the middle of a write once they are told to.
  private static FileEngine failing(AtomicBoolean fails) {
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    return (FileEngine)
        Proxy.newProxyInstance(
            ArrayAppenderTest.class.getClassLoader(),
            new Class<?>[] {FileEngine.class},
            (_, method, arguments) -> {
              Object result = method.invoke(channel, arguments);
              return result instanceof EngineFile file ? failing(file, fails) : result;
            });
  }

  private static EngineFile failing(EngineFile file, AtomicBoolean fails) {
    return new ForwardedFile(file) {
      @Override
      public void write(long offset, MemorySegment source, long at, long length)
          throws IOException {
        if (!fails.get()) {
          file.write(offset, source, at, length);
          return;
        }
        file.write(offset, source, at, length / 2);
        throw new IOException("no room");
      }

      @Override
      public void sync() throws IOException {
        if (fails.get()) {
          throw new IOException("the device failed");
        }
        file.sync();
      }
    };
  }

  @Test
  void whatWasWrittenOfRowsThatFailIsTakenBack() throws IOException {
    Path path = npy(Shape.of(2, 3));
    byte[] before = Files.readAllBytes(path);
    AtomicBoolean fails = new AtomicBoolean(true);
    Access access = Access.readWrite().withEngine(failing(fails));
    try (ArrayAppender log = ArrayAppender.open(path, access)) {
      assertThatIOException()
          .isThrownBy(() -> log.append(numbers(100, 112)))
          .withMessageContaining("no room");
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
      assertThat(log.rows()).isEqualTo(2);
      fails.set(false);
      log.append(numbers(6, 9));
      log.append(numbers(9, 12));
      fails.set(true);
      assertThatIOException().isThrownBy(() -> log.append(numbers(100, 112)));
      assertThat(Files.size(path)).isEqualTo(before.length + 2 * 12);
      fails.set(false);
    }
    assertThat(all(path)).isEqualTo(numbers(0, 12));
  }

  @Test
  void rowsThatCannotBeMadeDurableAreToldOfWhenTheFileIsClosed() throws IOException {
    Path path = npy(Shape.of(2, 3));
    AtomicBoolean fails = new AtomicBoolean();
    ArrayAppender log = ArrayAppender.open(path, Access.readWrite().withEngine(failing(fails)));
    log.append(numbers(6, 9));
    fails.set(true);
    assertThatIOException().isThrownBy(log::sync).withMessage("the device failed");
    assertThatIOException().isThrownBy(log::close).withMessageContaining("an earlier sync failed");
    assertThat(all(path)).isEqualTo(numbers(0, 6));
    assertThat(BootstrapFileTest.descriptors(path)).isZero();
    log.close();
  }

  @Test
  void aVectorInFortranOrderHasRowsToo() throws IOException {
    Path path = folder.resolve("f.npy");
    Npy format =
        Npy.of(
            DataType.of(ElementType.INT),
            ByteOrder.nativeOrder(),
            Shape.of(2),
            StorageOrder.COLUMN_MAJOR);
    try (ArrayFile file = ArrayFile.create(path, format, Creation.whenComplete())) {
      file.write(numbers(0, 2));
    }
    try (ArrayAppender log = ArrayAppender.open(path)) {
      assertThat(log.path()).isEqualTo(path);
      assertThat(log.type()).isEqualTo(ElementType.INT);
      log.append(numbers(2, 5));
      log.append(new int[0]);
    }
    assertThat(all(path)).isEqualTo(numbers(0, 5));
  }

  @Test
  void aRawFileThatIsTooShortOrTooLongIsRefusedAndIsOpenNoMore() throws IOException {
    Path path = Files.write(folder.resolve("raw"), new byte[24]);
    for (int rows : new int[] {1, 3}) {
      Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(rows, 3));
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> ArrayAppender.open(path, format, Access.readWrite()))
          .withMessageContaining(path.toString());
    }
    assertThat(BootstrapFileTest.descriptors(path)).isZero();
  }

  @Test
  void aHeaderWithRoomForTheNumberGrowsByADigit() throws IOException {
    Path path = npy(Shape.of(9));
    long header = Files.size(path) - 36;
    try (ArrayAppender log = ArrayAppender.open(path)) {
      log.append(numbers(9, 1000));
    }
    assertThat(Files.size(path)).isEqualTo(header + 4000);
    assertThat(all(path)).isEqualTo(numbers(0, 1000));
  }
}
