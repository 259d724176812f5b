package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.ffi.NativeAccess;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The view of an array that is mapped: the file's own bytes, for as long as the arena lasts.
class MappedViewTest {
  private static final int COUNT = 3000;

  /// Some pages, and data that begins at none.
  private static final Raw FORMAT =
      new Raw(
          DataType.INT32, ByteOrder.BIG_ENDIAN, Shape.of(COUNT), StorageOrder.ROW_MAJOR, 4096 + 61);

  @TempDir Path folder;

  private Path path = Path.of("");
  private byte[] bytes = {};

  private ArrayFile open(FileEngine engine, OpenMode mode) throws IOException {
    bytes = new byte[4096 + 61 + COUNT * Integer.BYTES + 7];
    new SplittableRandom(5).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
    return ArrayFile.open(path, FORMAT, Access.read().withEngine(engine).withMode(mode));
  }

  private byte[] expected(int first, int count) {
    int from = 4096 + 61 + first * Integer.BYTES;
    return Arrays.copyOfRange(bytes, from, from + count * Integer.BYTES);
  }

  private static byte[] found(MemorySegment view) {
    return view.toArray(ValueLayout.JAVA_BYTE);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void theViewIsTheBytesOfTheArrayAndOfEachRange(FileEngine engine) throws IOException {
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      try (ArrayFile file = open(engine, mode);
          Arena arena = Arena.ofConfined()) {
        assertThat(found(file.map(arena))).isEqualTo(expected(0, COUNT));
        assertThat(found(file.map(1, 2, arena))).isEqualTo(expected(1, 2));
        assertThat(found(file.map(1100, 1000, arena))).isEqualTo(expected(1100, 1000));
        assertThat(found(file.map(COUNT - 1, 1, arena))).isEqualTo(expected(COUNT - 1, 1));
        assertThat(path).hasSize(bytes.length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void theHeaderOfANpyFileIsNoPartOfTheView(FileEngine engine) throws IOException {
    path = folder.resolve("f.npy");
    double[] numbers = {1, -0.0, Double.NaN, 4, 5, 6};
    Npy.write(path, Shape.of(2, 3), numbers);
    try (ArrayFile file = ArrayFile.open(path, Access.read().withEngine(engine));
        Arena arena = Arena.ofConfined()) {
      assertThat(file.map(arena).toArray(ValueLayout.JAVA_DOUBLE)).isEqualTo(numbers);
      assertThat(file.map(3, 2, arena).getAtIndex(ValueLayout.JAVA_DOUBLE, 1)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "posix", "mapped"})
  @EnabledOnOs(OS.LINUX)
  void theLocksOfThisProcessOutlastTheView(String engine) throws IOException {
    try (ArrayFile file = open(FileEngines.named(engine), OpenMode.READ_WRITE);
        FileChannel holder = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = holder.lock()) {
      assertThat(lock.isValid()).isTrue();
      try (Arena arena = Arena.ofConfined()) {
        assertThat(found(file.map(arena))).isEqualTo(expected(0, COUNT));
        assertThat(ListMappingTest.locks(path)).isOne();
      }
      assertThat(ListMappingTest.locks(path)).isOne();
    }
  }

  static Stream<Supplier<Arena>> arenas() {
    return Stream.of(Arena::ofConfined, Arena::ofShared, Arena::ofAuto, Arena::global);
  }

  @ParameterizedTest
  @MethodSource("arenas")
  void theViewOutlivesTheFileInAnyArena(Supplier<Arena> arenas) throws IOException {
    for (FileEngine engine : Engines.usable().toList()) {
      MemorySegment view;
      try (ArrayFile file = open(engine, OpenMode.READ)) {
        view = file.map(arenas.get());
      }
      Files.delete(path);
      System.gc();
      assertThat(found(view)).as(engine.name()).isEqualTo(expected(0, COUNT));
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void theViewEndsWithItsArenaAndLeavesNothingBehind(FileEngine engine) throws IOException {
    FileEngines.bind(); // else a file of `auto` may change to another engine meanwhile
    try (ArrayFile file = open(engine, OpenMode.READ)) {
      long open = BootstrapFileTest.descriptors(path);
      long mapped = mappings();
      Arena arena = Arena.ofConfined();
      MemorySegment view = file.map(arena);
      MemorySegment part = file.map(10, 10, arena).asSlice(3);
      assertThat(mappings()).isEqualTo(mapped + 2);
      arena.close();
      for (MemorySegment ended : List.of(view, part)) {
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(() -> ended.get(ValueLayout.JAVA_BYTE, 0));
      }
      assertThat(mappings()).isEqualTo(mapped);
      assertThat(BootstrapFileTest.descriptors(path)).isEqualTo(open);
      file.read(new int[COUNT]);
      assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> file.map(arena));
      assertThat(mappings()).isEqualTo(mapped);
    }
  }

  private long mappings() throws IOException {
    String name = path.toRealPath().toString();
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.endsWith(name))
        .count();
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void nothingIsStoredWhereTheFileIsOpenForReading(FileEngine engine) throws IOException {
    try (ArrayFile file = open(engine, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      for (MemorySegment view : List.of(file.map(arena), file.map(3, 0, arena))) {
        assertThat(view.isReadOnly()).isTrue();
      }
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> file.map(arena).set(ValueLayout.JAVA_BYTE, 0, (byte) 1))
          .withMessageContaining("read-only");
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsStoredIsInTheFileAndWhatIsWrittenIsInTheView(FileEngine engine) throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    ValueLayout.OfInt big = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment view;
      try (ArrayFile file = open(engine, OpenMode.READ_WRITE)) {
        view = file.map(arena);
        view.setAtIndex(big, 17, 4711);
        int[] one = new int[1];
        file.readAt(17, one, 0, 1);
        assertThat(one).containsExactly(4711);
        file.writeAt(18, new int[] {4712}, 0, 1);
        assertThat(view.getAtIndex(big, 18)).isEqualTo(4712);
        file.sync();
      }
      view.setAtIndex(big, 19, 4713);
    }
    try (RandomAccessFile plain = new RandomAccessFile(path.toFile(), "r")) {
      plain.seek(4096 + 61 + 17 * 4);
      assertThat(plain.readInt()).isEqualTo(4711);
      assertThat(plain.readInt()).isEqualTo(4712);
      assertThat(plain.readInt()).isEqualTo(4713);
    }
    assertThat(path).hasSize(bytes.length);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatWasCutIsNeitherMappedNorMadeLonger(FileEngine engine) throws IOException {
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      try (ArrayFile file = open(engine, mode);
          Arena arena = Arena.ofConfined()) {
        cut(8192);
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.map(arena))
            .withMessage(
                "%s: cannot map 12000 bytes at offset 4157 (0 done, engine %s): the file ends at"
                    + " 8192; it may have been cut short by another process",
                path, engine.name());
        assertThat(path).hasSize(8192);
        assertThat(found(file.map(0, 1000, arena))).isEqualTo(expected(0, 1000));
      }
    }
  }

  private void cut(long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  @Test
  void aPageThatIsGoneRaisesTheErrorOfTheJvm() throws IOException {
    try (ArrayFile file = open(FileEngines.auto(), OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment view = file.map(arena);
      cut(4096);
      assertThatExceptionOfType(InternalError.class)
          .isThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  view.get(ValueLayout.JAVA_BYTE, view.byteSize() - 1);
                }
              })
          .withMessageContaining("unsafe");
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatWasReplacedIsTheOneThatIsMapped(FileEngine engine) throws IOException {
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      try (ArrayFile file = open(engine, mode);
          Arena arena = Arena.ofConfined()) {
        Path other = Files.write(folder.resolve("other"), new byte[bytes.length]);
        Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
        assumeTrue(mode == OpenMode.READ || NativeAccess.libc().isPresent());
        assertThat(found(file.map(arena))).isEqualTo(expected(0, COUNT));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void emptyArraysAndRangesAreViewsOfNothing(FileEngine engine) throws IOException {
    try (ArrayFile file = open(engine, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      assertThat(file.map(0, 0, arena).byteSize()).isZero();
      assertThat(file.map(COUNT, 0, arena).byteSize()).isZero();
    }
    Npy.write(folder.resolve("empty.npy"), Shape.of(5, 0), new float[0]);
    Arena arena = Arena.ofConfined();
    MemorySegment empty;
    try (ArrayFile file = ArrayFile.open(folder.resolve("empty.npy"))) {
      empty = file.map(arena);
    }
    assertThat(empty.byteSize()).isZero();
    arena.close();
    assertThat(empty.scope().isAlive()).isFalse();
  }

  @Test
  void whatTheFileHasNotIsRefused() throws IOException {
    ArrayFile file = open(FileEngines.auto(), OpenMode.READ);
    try (Arena arena = Arena.ofConfined()) {
      for (long[] range : new long[][] {{-1, 1}, {0, -1}, {1, COUNT}, {Long.MAX_VALUE, 2}}) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> file.map(range[0], range[1], arena));
      }
      file.close();
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> file.map(arena))
          .withMessageContaining("is closed");
      try (ArrayFile writing = open(FileEngines.auto(), OpenMode.WRITE)) {
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(() -> writing.map(arena))
            .withMessageContaining("open for writing only");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aNewFileCanBeFilledThroughItsView(FileEngine engine) throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    path = folder.resolve("new.npy");
    Npy format = Npy.of(ElementType.INT, Shape.of(2, 2));
    try (ArrayFile file =
            ArrayFile.create(path, format, Creation.whenComplete().withEngine(engine));
        Arena arena = Arena.ofConfined()) {
      file.map(arena).copyFrom(MemorySegment.ofArray(new int[] {1, 2, 3, 4}));
      file.complete();
    }
    assertThat(Npy.readInts(path)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void adviceReachesTheViewsThatTheArenaHasNotEnded() throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    try (ArrayFile file = open(FileEngines.auto(), OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      Arena shorter = Arena.ofShared();
      MemorySegment ended = file.map(shorter);
      MemorySegment view = file.map(0, 3, arena);
      shorter.close();
      assertThat(ended.scope().isAlive()).isFalse();
      assertThat(flags(view)).doesNotContain(" rr");
      file.advise(0, COUNT, Advice.RANDOM);
      assertThat(flags(view)).contains(" rr");
      for (Advice advice : Advice.values()) {
        file.advise(1, 2, advice);
        assertThat(found(view)).isEqualTo(expected(0, 3));
      }
    }
  }

  /// What the kernel was told about the mapping at an address.
  private static String flags(MemorySegment view) throws IOException {
    boolean here = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      String[] ends = line.split("[- ]", 3);
      if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        here =
            Long.parseUnsignedLong(ends[0], 16) <= view.address()
                && view.address() < Long.parseUnsignedLong(ends[1], 16);
      } else if (here && line.startsWith("VmFlags:")) {
        return line;
      }
    }
    throw new AssertionError("not mapped");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "channel"})
  void whatNoPathLeadsToIsMappedWhereItsFileSystemMapsAndElseRefusedInALine(String name)
      throws IOException {
    FileEngine engine = FileEngines.named(name);
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"));
        Arena arena = Arena.ofConfined()) {
      Path inside = Files.write(archive.getPath("/f"), new byte[16]);
      try (ArrayFile file =
          ArrayFile.open(
              inside, ElementType.INT, ByteOrder.BIG_ENDIAN, Access.read().withEngine(engine))) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.map(arena))
            .withMessage(
                "/f: cannot map 16 bytes at offset 0 (0 done, engine %s): these bytes cannot be"
                    + " mapped: read them, or copy them to disk",
                name);
      }
    }
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Files.write(folder.resolve("d"), new byte[4]));
    Files.write(files.behind(foreign), new byte[] {1, 2, 3, 4});
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      Access access = Access.read().withEngine(engine).withMode(mode);
      try (ArrayFile file =
              ArrayFile.open(foreign, ElementType.BYTE, ByteOrder.BIG_ENDIAN, access);
          Arena arena = Arena.ofConfined();
          Arena shared = Arena.ofShared()) {
        assertThat(found(file.map(arena))).containsExactly(1, 2, 3, 4);
        assertThat(found(file.map(1, 2, shared))).containsExactly(2, 3);
        assertThat(file.map(shared).isReadOnly()).isTrue();
      }
    }
  }
}
