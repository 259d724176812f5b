package io.penstock.file;

import static io.penstock.file.Lists.bytes;
import static io.penstock.file.Lists.extents;
import static io.penstock.file.Lists.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.ListWriter.Staging;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of extents that go through a mapping of the file, whatever becomes of the file between two
/// of the system's calls.
@EnabledOnOs(OS.LINUX)
class ListWriterTest {
  private static final int SIZE = 1 << 20;

  @TempDir Path folder;

  @Test
  void nothingIsStoredBehindAMappingThatAnotherThreadMakesOfAShorterFile() throws IOException {
    long half = 64 << 20;
    byte[] content = bytes(3000);
    ExtentList behind = extents(1000, half + (16 << 20), half + (18 << 20), half + (20 << 20));
    MemorySegment[] neighbour = new MemorySegment[1];
    try (Arena arena = Arena.ofConfined();
        FileChannel other =
            FileChannel.open(
                Lists.sparse(folder, "other", half),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        MeddledFile file =
            MeddledFile.open(
                Lists.sparse(folder, "f", 2 * half), OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      file.beforeDescriptor =
          () -> { // between the look at the size and the mapping
            file.resize(half);
            assertThat(writer.write(extents(10, 2 * half, 2 * half + 20), content, 0)).isTrue();
            neighbour[0] = other.map(FileChannel.MapMode.READ_WRITE, 0, half, arena);
          };
      assertThat(writer.write(behind, content, 0)).isTrue();
      MemorySegment kept = arena.allocate(1000);
      for (int i = 0; i < behind.count(); i++) {
        file.read(behind.offset(i), kept, 0, 1000);
        assertThat(kept.toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(content, i * 1000, i * 1000 + 1000));
      }
      // The system puts the file's mapping below the one before.
      MemorySegment touched = neighbour[0].asSlice(0, 24 << 20);
      assertThat(touched.mismatch(arena.allocate(24 << 20))).isEqualTo(-1);
    }
  }

  @Test
  void rowsOfAFileThatWasCutAreKeptAlthoughAnotherThreadMakesItLongerMeanwhile()
      throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 12_400, 12_600, 13_000, 14_000);
    byte[] content = bytes((int) extents.bytes());
    try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE);
        MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      other.truncate(12_288 + 60);
      file.beforeSize = () -> file.resize(SIZE);
      assertThat(writer.write(extents, content, 0)).isTrue();
      byte[] expected = new byte[SIZE];
      for (int i = 0; i < extents.count(); i++) {
        System.arraycopy(content, i * 100, expected, (int) extents.offset(i), 100);
      }
      assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    }
  }

  @Test
  void rowsOfPagesThatAreCutWhileTheyAreCopiedAreWrittenOneByOne() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 8092, 9000, 10_000, 12_000);
    byte[] content = bytes((int) extents.bytes());
    try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE);
        MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      file.afterSize = () -> other.truncate(8192);
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(file.writes).isEqualTo(3);
      assertThat(Files.readAllBytes(path)).isEqualTo(written(12_100, extents, content, 0));
    }
  }

  /// Numbers of a kind of array and words for the way in which they are written.
  @ParameterizedTest
  @CsvSource({"mapping, true", "mapping, false", "chunk-256k, true", "chunk-256k, false"})
  void rowsOfEveryMemoryAreWrittenWhereTheyBelong(String word, boolean array) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = new ExtentList();
    assertThat(extents.add(48, 800)).isTrue();
    assertThat(extents.add(5000, 8)).isTrue();
    assertThat(extents.add(60_000, 4096)).isTrue();
    assertThat(extents.add(200_000, 16)).isTrue();
    byte[] content = bytes((int) extents.bytes() + 80);
    try (Arena arena = Arena.ofConfined();
        MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer =
            new ListWriter(
                NativeAccess.libc().orElseThrow(), file, TransferCosts.Way.named(word))) {
      MemorySegment memory =
          array
              ? MemorySegment.ofArray(new long[content.length / 8])
              : arena.allocate(content.length);
      memory.copyFrom(MemorySegment.ofArray(content));
      Object source = array ? memory.heapBase().orElseThrow() : memory;
      for (int i = 0; i < 3; i++) {
        assertThat(writer.write(extents, source, 24)).isTrue();
        assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 24));
        file.write(0, arena.allocate(SIZE / 4), 0, SIZE / 4);
      }
      assertThat(writer.explain().contains("mapping")).isEqualTo(word.equals("mapping"));
      assertThat(writer.explain().contains("chunks of 256 KiB"))
          .isNotEqualTo(word.equals("mapping"));
    }
  }

  @Test
  void rowsThatMakeTheFileLongerAreWrittenAndMappedOnceItIs() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[5000]);
    ExtentList extents = extents(100, 50, 4900, 6000, 9000);
    byte[] content = bytes((int) extents.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(9100, extents, content, 0));
      assertThat(writer.explain()).doesNotContain("mapping");
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(9100, extents, content, 0));
      assertThat(writer.explain()).contains("new pages of a mapping");
    }
  }

  @Test
  void theLastRowAloneIsWrittenByACallAlsoWhereTheFileEndsWithIt() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000, SIZE / 4 - 100);
    byte[] content = bytes((int) extents.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      for (int i = 1; i <= 3; i++) {
        assertThat(writer.write(extents, content, 0)).isTrue();
        assertThat(file.writes).isEqualTo(i);
      }
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
  }

  @Test
  void aListOfAsManyBytesAsThereMayBeGoesThroughTheMapping() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    ExtentList extents = extents(ExtentList.MOST_BYTES / 2, 50, SIZE / 2);
    ExtentList longer = extents(ExtentList.MOST_BYTES / 2 + 1, 50, SIZE / 2);
    byte[] content = bytes((int) longer.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(file.writes).isOne();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE, extents, content, 0));
      assertThat(writer.write(longer, content, 0)).isTrue();
      assertThat(file.writes).isEqualTo(3);
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE, longer, content, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE})
  void aListForWhoseChunkThereIsNoMemoryIsNotSaidToBeWritten(long mostCached) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(1L << 59, 0, 1L << 60);
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, mostCached);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, new byte[10], 0)).isFalse();
      assertThat(file.writes).isZero();
      assertThat(writer.explain()).isEmpty();
    }
  }

  // ---- the memory from which rows are copied ---------------------------------------------------

  @Test
  void filesShareWhatRowsAreCopiedFrom() throws IOException {
    ExtentList extents = extents(100, 50, 5000, 10_000);
    Staging shared = Staging.shared();
    for (String name : List.of("f", "g")) {
      Path path = Files.write(folder.resolve(name), new byte[SIZE / 4]);
      try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
          ListWriter writer = file.mappingWriter()) {
        assertThat(writer.write(extents, bytes((int) extents.bytes()), 0)).isTrue();
        assertThat(file.writes).isOne();
      }
    }
    assertThat(Staging.shared()).isSameAs(shared);
  }

  @Test
  void whereEveryPlaceIsTakenRowsAreWrittenOneByOne() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    Staging staging = Staging.shared();
    List<Integer> taken =
        IntStream.generate(staging::take).takeWhile(place -> place >= 0).boxed().toList();
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(file.writes).isEqualTo(3);
      assertThat(writer.explain()).isEmpty();
    } finally {
      taken.forEach(staging::give);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
  }

  @Test
  void aPlaceBelongsToOneThreadAtATimeAndItsBytesToNoOther() throws IOException {
    Staging staging = Staging.made();
    for (int place = 0; place < 16; place++) {
      assertThat(staging.take()).isEqualTo(place);
      staging.bytes.get(place).fill((byte) (place + 1));
    }
    assertThat(staging.take()).isNegative();
    ExtentList extents = extents(1000, 0, 2000, 4000);
    try (Arena arena = Arena.ofConfined()) {
      for (int place = 0; place < 16; place++) {
        MemorySegment target = arena.allocate(5000);
        assertThat(staging.copy(place, extents, target.address())).isEqualTo(2);
        byte[] expected = new byte[5000];
        Arrays.fill(expected, 0, 1000, (byte) (place + 1));
        Arrays.fill(expected, 2000, 3000, (byte) (place + 1));
        assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
      }
    }
    staging.give(5);
    assertThat(staging.take()).isEqualTo(5);
    assertThat(staging.take()).isNegative();
  }
}
