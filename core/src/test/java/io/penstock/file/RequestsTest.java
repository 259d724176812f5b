package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.array.AxisSelection;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The requests that a transfer makes of an engine: no more than pay, none of a byte that nobody
/// asked for where that lies far off, and none that writes a byte which was not selected.
class RequestsTest {
  private static final int NUMBERS = RequestedFile.NUMBERS;

  private final RequestedFile file = new RequestedFile();

  private interface Transfer {
    void of(ArrayFile array) throws IOException;
  }

  /// What is asked for a transfer of a file of integers.
  private List<String> asked(ByteOrder order, Shape shape, int chunk, Transfer transfer)
      throws IOException {
    FileEngine engine =
        (FileEngine)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {FileEngine.class},
                (_, method, _) -> method.getName().equals("name") ? "memory" : file);
    Access access = Access.readWrite().withEngine(engine).withThreads(1).withChunkBytes(chunk);
    Raw format = Raw.of(ElementType.INT, order, shape);
    try (ArrayFile array = ArrayFile.open(Path.of("memory"), format, access)) {
      file.asked.clear();
      transfer.of(array);
    }
    return file.asked;
  }

  private List<String> asked(Shape shape, Transfer transfer) throws IOException {
    return asked(ByteOrder.nativeOrder(), shape, 0, transfer);
  }

  private static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  /// Reads a selection and checks the numbers, each of which is its place.
  private List<String> reading(Shape shape, Selection selection) throws IOException {
    int[] found = new int[(int) selection.size()];
    List<String> asked = asked(shape, array -> array.read(selection, found));
    assertThat(found).isEqualTo(selected(shape, selection));
    return asked;
  }

  /// The places of the elements of a selection, in their order.
  private static int[] selected(Shape shape, Selection selection) {
    IntStream places = IntStream.of(0);
    for (int axis = 0; axis < shape.rank(); axis++) {
      AxisSelection on = selection.axis(axis);
      int extent = (int) shape.extent(axis);
      int count = (int) selection.shape().extent(axis);
      places =
          places.flatMap(
              place -> IntStream.range(0, count).map(i -> place * extent + (int) index(on, i)));
    }
    return places.toArray();
  }

  private static long index(AxisSelection on, int i) {
    return on.start() + i / on.block() * on.stride() + i % on.block();
  }

  @Test
  void aLongRangeIsReadAndWrittenInPiecesThatEndAtMultiplesOfTheChunk() throws IOException {
    Shape shape = Shape.of(NUMBERS);
    int[] numbers = new int[40_000];
    Transfer read = array -> array.readAt(25, numbers, 0, 40_000);
    assertThat(asked(foreign(), shape, 0, read))
        .containsExactly("100+65436", "65536+65536", "131072+29028");
    assertThat(numbers[39_999]).isEqualTo(Integer.reverseBytes(40_024));
    Transfer write = array -> array.writeAt(25, numbers, 0, 40_000);
    assertThat(asked(foreign(), shape, 0, write))
        .containsExactly("100+65436", "65536+65536", "131072+29028");
    assertThat(asked(foreign(), shape, 8192, array -> array.readAt(0, numbers, 0, 4096)))
        .containsExactly("0+8192", "8192+8192");
  }

  @Test
  void rowsThatLieCloseTogetherAreReadWithWhatLiesBetweenThem() throws IOException {
    Hyperslab tile = Hyperslab.at(2, 10).count(5, 100);
    assertThat(reading(Shape.of(100, 500), tile)).containsExactly("4040+8400");
    assertThat(reading(Shape.of(100, 1124), tile)).containsExactly("9032+18384");
    assertThat(reading(Shape.of(100, 1125), tile))
        .containsExactly("9040+400", "13540+400", "18040+400", "22540+400", "27040+400");
  }

  @Test
  void piecesOfCloseRowsEndAtMultiplesOfTheChunk() throws IOException {
    Hyperslab tile = Hyperslab.at(0, 0).count(5, 100);
    int[] found = new int[500];
    assertThat(
            asked(
                ByteOrder.nativeOrder(),
                Shape.of(100, 500),
                4096,
                array -> array.read(tile, found)))
        .containsExactly("0+4096", "4096+4096", "8192+208");
    assertThat(found).isEqualTo(selected(Shape.of(100, 500), tile));
  }

  @Test
  void longRowsAreReadAlone() throws IOException {
    Shape shape = Shape.of(20, 8500);
    assertThat(reading(shape, Hyperslab.at(0, 0).count(3, 8191)))
        .containsExactly("0+65536", "65536+35228");
    assertThat(reading(shape, Hyperslab.at(0, 0).count(3, 8192)))
        .containsExactly("0+32768", "34000+31536", "65536+1232", "68000+32768");
  }

  @Test
  void elementsThatLieCloseTogetherAreReadInOnePieceAndOthersOneByOne() throws IOException {
    Shape shape = Shape.of(NUMBERS);
    assertThat(reading(shape, Hyperslab.at(5).count(10).stride(3))).containsExactly("20+112");
    assertThat(reading(shape, Hyperslab.at(0).count(4).stride(1025))).containsExactly("0+12304");
    assertThat(reading(shape, Hyperslab.at(0).count(4).stride(1026)))
        .containsExactly("0+4", "4104+4", "8208+4", "12312+4");
    assertThat(reading(shape, Hyperslab.at(0).count(40).stride(1000)))
        .containsExactly("0+64004", "68000+60004", "132000+24004");
  }

  @Test
  void memoryOffTheHeapIsReachedStraightUnlessTheStretchIsShort() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      for (int count : new int[] {127, 128, 30_000}) {
        file.own = arena.allocate(4L * count, 4);
        assertThat(asked(Shape.of(NUMBERS), array -> array.readAt(0, file.own)))
            .containsExactly((count < 128 ? "0+" : "direct 0+") + 4 * count);
        assertThat(file.own.getAtIndex(ValueLayout.JAVA_INT, count - 1)).isEqualTo(count - 1);
      }
      for (int count : new int[] {8191, 8192, 30_000}) {
        file.own = arena.allocate(4L * count, 4).fill((byte) 5);
        assertThat(asked(Shape.of(NUMBERS), array -> array.writeAt(3, file.own)))
            .containsExactly((count < 8192 ? "12+" : "direct 12+") + 4 * count);
        assertThat(file.range(12, 4L * count).mismatch(file.own)).isEqualTo(-1);
      }
      file.own = arena.allocate(4L * 5 * 200, 4);
      assertThat(
              asked(
                  Shape.of(100, 2000),
                  array -> array.read(Hyperslab.at(1, 2).count(5, 200), file.own)))
          .containsExactly(
              "direct 8008+800",
              "direct 16008+800",
              "direct 24008+800",
              "direct 32008+800",
              "direct 40008+800");
    }
  }

  @Test
  void anArrayIsLeftToAnEngineThatReachesItAsFarAsItDoes() throws IOException {
    file.takesArrays = true;
    Shape shape = Shape.of(NUMBERS);
    int[] numbers = new int[30_010];
    Transfer read = array -> array.readAt(5, numbers, 7, 30_000);
    assertThat(asked(shape, read)).containsExactly("array 20+120000");
    assertThat(numbers[7]).isEqualTo(5);
    assertThat(numbers[30_006]).isEqualTo(30_004);
    file.mostOfArray = 50_000;
    assertThat(asked(shape, read))
        .containsExactly("array 20+50000", "array 50020+50000", "array 100020+20000");
    Transfer write = array -> array.writeAt(5, numbers, 7, 30_000);
    assertThat(asked(shape, write))
        .containsExactly("array 20+50000", "array 50020+50000", "array 100020+20000");
    assertThat(asked(foreign(), shape, 0, array -> array.readAt(0, numbers, 0, 10)))
        .as("what is converted goes through a chunk")
        .containsExactly("0+40");
  }

  @Test
  void whatAnEngineLeavesOfAnArrayGoesThroughTheChunk() throws IOException {
    file.takesArrays = true;
    file.mostOfArray = 100_000;
    file.leftOfArrays = 1;
    int[] numbers = new int[40_010];
    assertThat(asked(Shape.of(NUMBERS), array -> array.readAt(5, numbers, 7, 40_000)))
        .containsExactly("array 20+100000", "100020+31052", "131072+28948");
    for (int i = 0; i < 40_000; i++) {
      assertThat(numbers[7 + i]).isEqualTo(5 + i);
    }
    file.leftOfArrays = 1;
    Arrays.setAll(numbers, i -> ~i);
    assertThat(asked(Shape.of(NUMBERS), array -> array.writeAt(5, numbers, 7, 40_000)))
        .containsExactly("array 20+100000", "100020+31052", "131072+28948");
    assertThat(
            file.range(20, 160_000).mismatch(MemorySegment.ofArray(numbers).asSlice(28, 160_000)))
        .isEqualTo(-1);
  }

  @Test
  void rowsOfATileAreLeftToAnEngineThatTakesLists() throws IOException {
    file.takesLists = true;
    Shape far = Shape.of(100, 2000);
    assertThat(reading(far, Hyperslab.at(1, 2).count(3, 100)))
        .containsExactly("list 8008+400 16008+400 24008+400");
    Shape near = Shape.of(100, 500);
    assertThat(reading(near, Hyperslab.at(0, 0).count(3, 32)))
        .containsExactly("list 0+128 2000+128 4000+128");
    assertThat(reading(near, Hyperslab.at(0, 0).count(3, 31)))
        .as("short rows that lie close together")
        .containsExactly("0+4124");
    assertThat(reading(far, Hyperslab.at(0, 0).count(3, 31)))
        .containsExactly("list 0+124 8000+124 16000+124");
    assertThat(reading(Shape.of(100, 1055), Hyperslab.at(0, 0).count(3, 31)))
        .as("a gap of 4096 bytes is close")
        .containsExactly("0+8564");
    assertThat(reading(Shape.of(100, 1056), Hyperslab.at(0, 0).count(3, 31)))
        .containsExactly("list 0+124 4224+124 8448+124");
  }

  @Test
  void aListHoldsNoMoreThanPays() throws IOException {
    file.takesLists = true;
    Shape shape = Shape.of(100, 4000);
    List<String> asked = reading(shape, Hyperslab.at(0, 0).count(90, 1000));
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst()).startsWith("list 0+4000 ").endsWith(" 1024000+4000");
    assertThat(asked.getLast()).startsWith("list 1040000+4000 ").endsWith(" 1424000+4000");
  }

  /// Writes a selection and checks that nothing else has changed.
  private List<String> writing(Shape shape, Selection selection) throws IOException {
    byte[] expected = file.bytes.clone();
    int[] numbers = new int[(int) selection.size()];
    Arrays.setAll(numbers, i -> ~i);
    int[] places = selected(shape, selection);
    ByteBuffer all = ByteBuffer.wrap(expected).order(ByteOrder.nativeOrder());
    for (int i = 0; i < places.length; i++) {
      all.putInt(4 * places[i], ~i);
    }
    List<String> asked = asked(shape, array -> array.write(selection, numbers));
    assertThat(Arrays.mismatch(file.bytes, expected)).isEqualTo(-1);
    return asked;
  }

  @Test
  void rowsAreWrittenTogetherAndWhatTouchesInOne() throws IOException {
    Shape shape = Shape.of(100, 500);
    assertThat(writing(shape, Hyperslab.at(2, 10).count(3, 100)))
        .containsExactly("list 4040+400 6040+400 8040+400");
    assertThat(writing(shape, Hyperslab.at(2, 0).count(3, 500))).containsExactly("4000+6000");
    assertThat(writing(Shape.of(NUMBERS), Hyperslab.at(3).count(3).stride(2)))
        .containsExactly("list 12+4 20+4 28+4");
    file.takesLists = true;
    assertThat(writing(shape, Hyperslab.at(2, 10).count(3, 100)))
        .containsExactly("array list 4040+400 6040+400 8040+400");
    assertThat(writing(shape, Hyperslab.at(2, 10).count(1, 100))).containsExactly("4040+400");
  }

  @Test
  void aListOfRowsIsNoLongerThanTheChunk() throws IOException {
    List<String> asked = writing(Shape.of(100, 4000), Hyperslab.at(0, 0).count(20, 1000));
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst()).startsWith("list 0+4000 ").endsWith(" 256000+1536");
    assertThat(asked.getLast()).startsWith("list 257536+2464 ").endsWith(" 304000+4000");
    List<String> many = writing(Shape.of(NUMBERS), Hyperslab.at(0).count(1100).stride(2));
    assertThat(many).hasSize(2);
    assertThat(many.getFirst()).endsWith(" 8184+4");
    assertThat(many.getLast()).startsWith("list 8192+4 ").endsWith(" 8792+4");
  }

  @Test
  void whereTheDeviceWantsItsAlignmentRowsAreWrittenOneByOne() throws IOException {
    file.alignment = 512;
    assertThat(writing(Shape.of(100, 500), Hyperslab.at(2, 10).count(3, 100)))
        .containsExactly("4040+400", "6040+400", "8040+400");
    int[] numbers = new int[40_000];
    assertThat(
            asked(foreign(), Shape.of(NUMBERS), 0, array -> array.readAt(25, numbers, 0, 40_000)))
        .containsExactly("100+65436", "65536+65536", "131072+29028");
  }

  @Test
  void elementsThatAreScatteredInMemoryAloneGoThroughTheChunk() throws IOException {
    int count = 20_000;
    Shape memory = Shape.of(2L * count);
    Hyperslab all = Hyperslab.at(7).count(count);
    Hyperslab odd = Hyperslab.at(1).count(count).stride(2);
    try (Arena arena = Arena.ofConfined()) {
      file.takesArrays = true;
      file.own = arena.allocate(8L * count, 4);
      int[] numbers = new int[2 * count];
      for (boolean segment : new boolean[] {true, false}) {
        List<String> reads =
            asked(
                Shape.of(NUMBERS),
                array -> {
                  if (segment) {
                    array.read(all, file.own, memory, odd);
                  } else {
                    array.read(all, numbers, memory, odd);
                  }
                });
        assertThat(reads).containsExactly("28+65508", "65536+14492");
      }
      for (int i = 0; i < count; i++) {
        assertThat(numbers[2 * i + 1]).isEqualTo(7 + i);
        assertThat(file.own.getAtIndex(ValueLayout.JAVA_INT, 2 * i + 1)).isEqualTo(7 + i);
        numbers[2 * i + 1] = ~i;
      }
      file.own.copyFrom(MemorySegment.ofArray(numbers));
      for (boolean segment : new boolean[] {true, false}) {
        file.range(28, 4L * count).fill((byte) 0);
        List<String> writes =
            asked(
                Shape.of(NUMBERS),
                array -> {
                  if (segment) {
                    array.write(all, file.own, memory, odd);
                  } else {
                    array.write(all, numbers, memory, odd);
                  }
                });
        assertThat(writes).containsExactly("28+65508", "65536+14492");
        int[] written = new int[count];
        MemorySegment.ofArray(written).copyFrom(file.range(28, 4L * count));
        assertThat(written).isEqualTo(IntStream.range(0, count).map(i -> ~i).toArray());
      }
    }
  }

  @Test
  void longRowsOfATileAreMovedStraight() throws IOException {
    Shape shape = Shape.of(20, 8500);
    Hyperslab tile = Hyperslab.at(1, 3).count(3, 8192);
    String[] rows = {"34012+32768", "68012+32768", "102012+32768"};
    file.takesArrays = true;
    assertThat(reading(shape, tile)).containsExactly(each("array ", rows));
    assertThat(writing(shape, tile)).containsExactly(each("array ", rows));
    file.takesArrays = false;
    try (Arena arena = Arena.ofConfined()) {
      file.own = arena.allocate(4L * 3 * 8192, 4);
      assertThat(asked(shape, array -> array.read(tile, file.own)))
          .containsExactly(each("direct ", rows));
      byte[] before = file.bytes.clone();
      MemorySegment.ofArray(file.bytes).fill((byte) 0);
      assertThat(asked(shape, array -> array.write(tile, file.own)))
          .containsExactly(each("direct ", rows));
      assertThat(Arrays.mismatch(file.bytes, 34_012, 66_780, before, 34_012, 66_780)).isEqualTo(-1);
      assertThat(Arrays.mismatch(file.bytes, 102_012, 134_780, before, 102_012, 134_780))
          .isEqualTo(-1);
    }
  }

  private static String[] each(String how, String[] places) {
    return Arrays.stream(places).map(place -> how + place).toArray(String[]::new);
  }

  @Test
  void segmentsOnTheHeapGoThroughTheChunk() throws IOException {
    file.takesArrays = true;
    int[] numbers = new int[20_000];
    file.own = MemorySegment.ofArray(numbers);
    assertThat(asked(Shape.of(NUMBERS), array -> array.readAt(7, file.own)))
        .containsExactly("28+65508", "65536+14492");
    assertThat(numbers[19_999]).isEqualTo(20_006);
    assertThat(asked(Shape.of(NUMBERS), array -> array.writeAt(0, file.own)))
        .containsExactly("0+65536", "65536+14464");
    assertThat(file.range(0, 80_000).mismatch(file.own)).isEqualTo(-1);
  }

  @Test
  void manyRowsAreWrittenAsManyListsOfAnArray() throws IOException {
    file.takesLists = true;
    List<String> asked = writing(Shape.of(100, 4000), Hyperslab.at(0, 0).count(90, 1000));
    assertThat(asked.getFirst()).startsWith("array list 0+4000 ").endsWith(" 256000+1536");
    assertThat(asked.getLast()).startsWith("array list ").endsWith(" 1424000+4000");
  }

  @Test
  void aTransferGivesItsChunkBack() throws IOException {
    Shape shape = Shape.of(100, 500);
    Hyperslab tile = Hyperslab.at(1, 2).count(3, 100);
    int[] numbers = new int[50_000];
    for (Transfer transfer :
        List.<Transfer>of(
            array -> array.read(numbers),
            array -> array.readAt(3, numbers, 0, 5),
            array -> array.write(numbers),
            array -> array.read(tile, numbers),
            array -> array.write(tile, numbers),
            array -> array.read(tile, numbers, shape, tile))) {
      asked(shape, transfer);
      long before = BufferPool.shared().statistics().liveBytes();
      asked(shape, transfer);
      assertThat(BufferPool.shared().statistics().liveBytes()).isEqualTo(before);
    }
  }

  /// The ring is given the descriptor of a file on disk that has other numbers than the one in
  /// memory: they tell who has made a read.
  @Test
  void aRingMakesShortReadsOfVirtualThreadsAndReadsOfManyPlaces(@TempDir Path folder)
      throws Exception {
    assumeThat(Rings.areUsable()).isTrue();
    int[] others = IntStream.range(0, NUMBERS).map(i -> ~i).toArray();
    byte[] bytes = MemorySegment.ofArray(others).toArray(ValueLayout.JAVA_BYTE);
    Path path = Files.write(folder.resolve("f"), bytes);
    try (EngineFile disk = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
      file.ring = disk.ringDescriptor();
      int most = (256 << 10) / Integer.BYTES;
      assertThat(firstRead(true, array -> numbersOf(array, 100))).isEqualTo(~1);
      assertThat(firstRead(true, array -> numbersOf(array, most))).isEqualTo(~1);
      assertThat(firstRead(true, array -> numbersOf(array, most + 1))).isEqualTo(1);
      assertThat(firstRead(false, array -> numbersOf(array, 100))).isEqualTo(1);
      for (boolean virtual : new boolean[] {false, true}) {
        assertThat(firstRead(virtual, array -> gathered(array, 1, 2))).isEqualTo(~1);
      }
      assertThat(firstRead(false, array -> gathered(array, 1))).isEqualTo(1);
      file.takesArrays = true;
      file.mostOfArray = 40;
      file.leftOfArrays = 1;
      int[] both = readBy(true, array -> numbersOf(array, 100));
      assertThat(both).isEqualTo(IntStream.range(1, 101).map(i -> i <= 10 ? i : ~i).toArray());
      file.takesArrays = false;
      file.ring = -1;
      assertThat(firstRead(true, array -> numbersOf(array, 100))).isEqualTo(1);
      assertThat(firstRead(false, array -> gathered(array, 1, 2))).isEqualTo(1);
    }
  }

  private static int[] numbersOf(ArrayFile array, int count) throws IOException {
    int[] numbers = new int[count];
    array.readAt(1, numbers, 0, count);
    return numbers;
  }

  private static int[] gathered(ArrayFile array, long... firsts) throws IOException {
    int[] numbers = new int[3 * firsts.length];
    array.gather(firsts, 3, numbers);
    return numbers;
  }

  private interface Read {
    int[] of(ArrayFile array) throws IOException;
  }

  private int firstRead(boolean virtual, Read read) throws Exception {
    return readBy(virtual, read)[0];
  }

  private int[] readBy(boolean virtual, Read read) throws Exception {
    int[][] found = {new int[0]};
    Thread.Builder threads = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
    FutureTask<List<String>> reading =
        new FutureTask<>(() -> asked(Shape.of(NUMBERS), array -> found[0] = read.of(array)));
    threads.start(reading);
    List<String> _ = reading.get();
    return found[0];
  }
}
