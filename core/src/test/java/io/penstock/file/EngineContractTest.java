package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.testing.SpokenAssumption;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What every engine promises to one thread, sentence by sentence, against an array of bytes.
class EngineContractTest extends EngineContract {
  private static final int SIZE = (3 << 20) + 1234;
  private static final int TRANSFERS = 150;

  /// Where transfers begin and end, give or take a few bytes.
  private static final int[] BORDERS = {
    0, 512, 4096, 8192, 256 << 10, 1 << 20, (1 << 20) + 4096, 2 << 20, SIZE
  };

  private int border() {
    int near = BORDERS[random.nextInt(BORDERS.length)] + random.nextInt(-9, 10);
    return random.nextInt(3) == 0 ? random.nextInt(SIZE + 1) : Math.clamp(near, 0, SIZE);
  }

  private MemorySegment memory(byte[] content) {
    MemorySegment memory = arena.allocate(content.length + 1L, 4096);
    memory.copyFrom(MemorySegment.ofArray(content));
    return memory.asSlice(0, content.length);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void readsFillJustTheirPlace(FileEngine engine) throws IOException {
    byte[] bytes = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), bytes);
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      byte[] expected = bytes(SIZE + 5000);
      MemorySegment target = memory(expected);
      for (int i = 0; i < TRANSFERS; i++) {
        int one = border();
        int other = border();
        int offset = Math.min(one, other);
        int length = Math.abs(one - other);
        int at = random.nextBoolean() ? random.nextInt(5000) : offset % 4096;
        file.read(offset, target, at, length);
        System.arraycopy(bytes, offset, expected, at, length);
        assertThat(target.mismatch(MemorySegment.ofArray(expected)))
            .as("%d bytes from %d to %d", length, offset, at)
            .isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void writesChangeJustTheirPlace(FileEngine engine) throws IOException {
    byte[] expected = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), expected);
    byte[] content = bytes(SIZE + 5000);
    MemorySegment source = memory(content);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int i = 0; i < TRANSFERS; i++) {
        int one = border();
        int other = border();
        int offset = Math.min(one, other);
        int length = Math.abs(one - other);
        int at = random.nextBoolean() ? random.nextInt(5000) : offset % 4096;
        file.write(offset, source, at, length);
        System.arraycopy(content, at, expected, offset, length);
        if (i % 10 == 0) {
          assertThat(Arrays.mismatch(Files.readAllBytes(path), expected))
              .as("%d bytes from %d to %d", length, at, offset)
              .isEqualTo(-1);
        }
      }
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
    assertThat(content(source)).isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void filesOpenForWritingAloneAreWritten(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10_000]);
    byte[] content = bytes(9000);
    try (EngineFile file = engine.open(path, OpenMode.WRITE)) {
      file.write(500, memory(content), 0, content.length);
    }
    assertThat(Arrays.copyOfRange(Files.readAllBytes(path), 500, 9500)).isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void readsPastTheEndAreRefused(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(10_000));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      MemorySegment target = arena.allocate(20_000, 4096);
      assertThatCode(() -> file.read(9_000, target, 0, 1_000)).doesNotThrowAnyException();
      for (long offset : new long[] {0, 4096, 9_001, 9_999, 10_000, 12_288, 1L << 40}) {
        TransferException e =
            catchThrowableOfType(
                TransferException.class,
                () -> file.read(offset, target, 0, Math.max(1, 10_001 - offset)));
        assertThat(e)
            .as("from %d", offset)
            .hasMessageContainingAll(
                path.toString(), "cannot read", "at offset " + offset, "the file ends at 10000");
        assertThat(e.offset()).isEqualTo(offset);
      }
    }
  }

  /// The user knows the engine that was asked for, and not the one that it moves files by.
  @ParameterizedTest
  @ValueSource(classes = {FileEngine.Posix.class, FileEngine.Direct.class})
  void whatFailsInTheServiceOfAnotherEngineIsToldByItsName(Class<? extends FileEngine> kind)
      throws IOException {
    FileEngine engine = FileEngines.of(kind);
    SpokenAssumption.that(engine.obstacle().isEmpty(), "no native access");
    FileEngine serving = engine.tellingFailuresAs("other");
    Path path = Files.write(folder.resolve("f"), bytes(10));
    MemorySegment target = arena.allocate(20);
    try (EngineFile file = serving.open(path, OpenMode.READ);
        EngineFile made = serving.create(folder.resolve("g"))) {
      for (EngineFile each : List.of(file, made)) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> each.read(0, target, 0, 11))
            .withMessageContaining("done, engine other)");
      }
    }
    assertThat(serving.name()).isEqualTo(engine.name());
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void writesExtendTheFileAndHolesAreZero(FileEngine engine) throws IOException {
    Path path = folder.resolve("f");
    byte[] expected = new byte[2_000_000];
    try (EngineFile file = engine.create(path)) {
      assertThat(file.size()).isZero();
      int end = 0;
      for (int offset : new int[] {0, 10, 5000, 4096, 100_001, 1 << 20, 1_999_000}) {
        byte[] content = bytes(1000);
        file.write(offset, memory(content), 0, content.length);
        System.arraycopy(content, 0, expected, offset, content.length);
        end = Math.max(end, offset + 1000);
        assertThat(file.size()).isEqualTo(end);
      }
      MemorySegment found = arena.allocate(expected.length, 4096);
      file.read(0, found, 0, expected.length);
      assertThat(found.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void nothingMovedChangesNothing(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(5000));
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      MemorySegment memory = arena.allocate(4096, 4096);
      for (int offset : new int[] {0, 4096, 5000, 8192, 100_001}) {
        file.write(offset, memory, 0, 0);
        file.read(offset, memory, 0, 0);
        assertThat(file.size()).isEqualTo(5000);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void reservingMakesAFileLongerAndNeverShorter(FileEngine engine) throws IOException {
    byte[] content = bytes(5000);
    Path path = Files.write(folder.resolve("f"), content);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int size : new int[] {0, 100, 5000, 5001, 1_500_000, 300}) {
        long before = file.size();
        file.reserve(size);
        assertThat(file.size()).isEqualTo(Math.max(before, size));
      }
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(Arrays.copyOf(content, 1_500_000));
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void resizingCutsAndExtendsWithZeros(FileEngine engine) throws IOException {
    byte[] content = bytes(1 << 20);
    Path path = Files.write(folder.resolve("f"), content);
    byte[] expected = content;
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int size : new int[] {5000, 4097, 700_000, 4096, 4096, 0, 123, 9000}) {
        file.resize(size);
        expected = Arrays.copyOf(expected, size);
        assertThat(file.size()).isEqualTo(size);
        MemorySegment found = arena.allocate(Math.max(1, size), 4096);
        file.read(0, found, 0, size);
        assertThat(content(found.asSlice(0, size))).isEqualTo(expected);
      }
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatOthersWriteIsSeenAlsoWhereTheFileHasGrown(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(5000));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      byte[] content = bytes(50_000);
      Files.write(path, content);
      MemorySegment found = arena.allocate(50_000);
      file.read(0, found, 0, 50_000);
      assertThat(content(found)).isEqualTo(content);
      assertThat(file.size()).isEqualTo(50_000);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void syncedBytesAreThere(FileEngine engine) throws IOException {
    Path path = folder.resolve("f");
    byte[] content = bytes(70_001);
    try (EngineFile file = engine.create(path)) {
      file.sync();
      file.write(0, memory(content), 0, content.length);
      file.sync();
      assertThat(Files.readAllBytes(path)).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void javaArraysOfEveryTypeAreFilledWhereThatIsAllowed(FileEngine engine) throws IOException {
    byte[] bytes = bytes(400_000);
    Path path = Files.write(folder.resolve("f"), bytes);
    int filled = 0;
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      for (ElementType type : ElementType.values()) {
        for (int index : new int[] {0, 3, 3000}) {
          filled += fills(file, bytes, type, index) ? 1 : 0;
        }
      }
      if (filled == 0) {
        assertThat(engine.name()).isIn("channel", "posix-direct", "uring-direct");
      }
    }
  }

  private static boolean fills(EngineFile file, byte[] bytes, ElementType type, int index)
      throws IOException {
    int each = type.bytes();
    Object array = TypedArrays.of(type, 300_000 / each);
    int length = 250_000 / each * each;
    int now = (int) file.tryReadNow(12_345, array, (long) index * each, length);
    requireBeginOf(bytes, now, type, index, array);
    int read = (int) file.tryRead(12_345, array, (long) index * each, length);
    requireBeginOf(bytes, Math.max(now, read), type, index, array);
    assertThat(read).isBetween(0, length);
    return read > 0;
  }

  /// Requires bytes from 12,345 on in an array from an index on, and zeros elsewhere.
  private static void requireBeginOf(
      byte[] bytes, int read, ElementType type, int index, Object array) {
    int each = type.bytes();
    assertThat(read).isBetween(0, 250_000).matches(n -> n % each == 0);
    byte[] expected = new byte[300_000 / each * each];
    System.arraycopy(bytes, 12_345, expected, index * each, read);
    assertThat(Elements.of(array).segment().mismatch(MemorySegment.ofArray(expected)))
        .as("%s from %d on", type, index)
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatNeedsNoWaitIsTheBeginOfARange(FileEngine engine) throws IOException {
    byte[] bytes = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), bytes);
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      for (int i = 0; i < TRANSFERS; i++) {
        int one = border();
        int other = border();
        int offset = Math.min(one, other);
        byte[] array = new byte[Math.abs(one - other) + 7];
        int read = (int) file.tryReadNow(offset, array, 7, array.length - 7);
        assertThat(read).isBetween(0, array.length - 7);
        byte[] expected = new byte[array.length];
        System.arraycopy(bytes, offset, expected, 7, read);
        assertThat(Arrays.mismatch(array, expected)).isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void nothingOfAnArrayIsMovedWhereNothingIsAskedFor(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(100_000));
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int offset : new int[] {0, 50_000, 100_000}) {
        assertThat(file.tryRead(offset, new byte[10], 5, 0)).isZero();
        assertThat(file.tryReadNow(offset, new byte[10], 5, 0)).isZero();
        assertThat(file.tryWrite(offset, new byte[10], 5, 0)).isZero();
      }
      assertThat(file.size()).isEqualTo(100_000);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsWrittenFromAnArrayIsThere(FileEngine engine) throws IOException {
    byte[] expected = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), expected);
    byte[] array = bytes(SIZE);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int i = 0; i < TRANSFERS; i++) {
        int one = border();
        int other = border();
        int offset = Math.min(one, other);
        int written = (int) file.tryWrite(offset, array, offset, Math.abs(one - other));
        System.arraycopy(array, offset, expected, offset, written);
      }
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void javaArraysAreNotFilledFromBeyondTheEnd(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(400_000));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      try {
        assertThat(file.tryRead(390_000, new int[5000], 0, 20_000)).isLessThanOrEqualTo(10_000);
      } catch (TransferException e) {
        assertThat(e).hasMessageContainingAll(path.toString(), "390000", "the file ends at 400000");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatWasCutOffInsideAPageIsNotReadAsZeros(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(10_000));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      byte[] array = new byte[10_000];
      for (int i = 0; i < 4; i++) { // often enough for an engine that maps what is read again
        readToHeap(file, array);
      }
      cut(path, 9_000);
      MemorySegment target = arena.allocate(1_000, 4096);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.read(8_500, target, 0, 1_000))
          .withMessageContainingAll(path.toString(), "the file ends at 9000");
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> readToHeap(file, array))
          .withMessageContainingAll(path.toString(), "the file ends at 9000");
    }
  }

  private static void readToHeap(EngineFile file, byte[] array) throws IOException {
    int now = (int) file.tryReadNow(0, array, 0, array.length);
    int read = Math.max(now, (int) file.tryRead(0, array, 0, array.length));
    if (read < array.length) {
      try (Arena own = Arena.ofConfined()) {
        file.read(read, own.allocate(array.length, 4096), 0, array.length - read);
      }
    }
  }

  private static void cut(Path path, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsWrittenWhereTheFileWasCutOffInsideAPageIsThere(FileEngine engine) throws IOException {
    byte[] expected = bytes(10_000);
    Path path = Files.write(folder.resolve("f"), expected);
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      file.write(0, memory(expected), 0, 10);
      cut(path, 9_000);
      byte[] content = bytes(100);
      file.write(9_500, memory(content), 0, 100);
      expected = Arrays.copyOf(Arrays.copyOf(expected, 9_000), 9_600);
      System.arraycopy(content, 0, expected, 9_500, 100);
    }
    assertThat(Arrays.copyOf(Files.readAllBytes(path), 9_600)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsSaidToBeCachedWasJustWritten(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(100_000));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      assertThat(file.cached(0, 200_000)).as("beyond the end").isFalse();
      if (file.cached(5, 90_000)) {
        assertThat(PageCache.residentBytes(path, 5, 90_000)).hasValue(90_000);
      } else if (!(file instanceof BootstrapFile)) {
        assertThat(engine.name()).isIn("channel", "mapped", "posix-direct", "uring-direct");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void enginesSayInALineHowTheyWork(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(100));
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      assertThat(engine).hasToString("engine " + engine.name());
      assertThat(file.explain()).startsWith(engine.name() + ": ").doesNotContain("\n");
      assertThat(Integer.bitCount(file.alignment())).isOne();
      assertThat(file.preferredBytes()).isPositive().matches(bytes -> bytes % 4096 == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aVirtualThreadWritesSyncsAndReads(FileEngine engine) throws Exception {
    byte[] expected = bytes(300_000);
    Path path = Files.write(folder.resolve("f"), expected);
    byte[] content = bytes(200_000);
    List<Throwable> failures = new ArrayList<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (EngineFile file = engine.open(path, OpenMode.READ_WRITE);
                  Arena own = Arena.ofConfined()) {
                MemorySegment memory =
                    own.allocate(200_100, 4096).copyFrom(MemorySegment.ofArray(content));
                for (int offset : new int[] {5, 4096, 150_000}) {
                  file.write(offset, memory, 0, content.length);
                  file.sync();
                  MemorySegment found = own.allocate(content.length);
                  file.read(offset, found, 0, content.length);
                  assertThat(found.mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
                }
              } catch (IOException | RuntimeException | Error e) {
                failures.add(e);
              }
            })
        .join();
    assertThat(failures).isEmpty();
    expected = Arrays.copyOf(expected, 350_000);
    System.arraycopy(content, 0, expected, 5, content.length);
    System.arraycopy(content, 0, expected, 4096, content.length);
    System.arraycopy(content, 0, expected, 150_000, content.length);
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }
}
