package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Lists of extents, moved in every way: from and to their places and nowhere else, whatever others
/// do to the file.
class ExtentListTest {
  private static final int SIZE = 1 << 20;
  private static final int LISTS = 60;
  private static final int ROUNDS = 100;

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261123);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /// Some extents that begin before `size`, which the last one may pass.
  private void fill(ExtentList extents, int size) {
    int most = 1 + random.nextInt(random.nextInt(4) == 0 ? 10_000 : 300);
    int gaps = random.nextInt(3) == 0 ? 5 : 5000;
    long offset = random.nextInt(size);
    extents.clear();
    do {
      boolean _ = extents.add(offset, 1 + random.nextInt(most));
      offset = extents.end() + random.nextInt(gaps);
    } while (offset < size
        && extents.count() < ExtentList.MOST
        && extents.bytes() < ExtentList.MOST_BYTES
        && random.nextInt(200) != 0);
  }

  private static byte[] written(byte[] file, ExtentList extents, byte[] content, int at) {
    byte[] changed = Arrays.copyOf(file, (int) Math.max(file.length, extents.end()));
    int from = at;
    for (int i = 0; i < extents.count(); i++) {
      System.arraycopy(content, from, changed, (int) extents.offset(i), (int) extents.length(i));
      from += (int) extents.length(i);
    }
    return changed;
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void listsChangeJustTheirExtents(FileEngine engine) throws IOException {
    byte[] expected = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), expected);
    byte[] content = bytes(3 * ExtentList.MOST_BYTES);
    ExtentList extents = new ExtentList();
    try (Arena arena = Arena.ofConfined();
        EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      MemorySegment source = arena.allocate(content.length, 4096);
      source.copyFrom(MemorySegment.ofArray(content));
      for (int i = 0; i < LISTS; i++) {
        fill(extents, SIZE);
        int at = random.nextInt(ExtentList.MOST_BYTES);
        boolean ofArray = random.nextBoolean() && file.tryWriteList(extents, content, at);
        if (!ofArray) {
          file.writeList(extents, source, at);
        }
        expected = written(expected, extents, content, at);
        assertThat(Arrays.mismatch(Files.readAllBytes(path), expected))
            .as("list %d, %d extents", i, extents.count())
            .isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void listsAreReadFromTheirExtents(FileEngine engine) throws IOException {
    byte[] content = bytes(SIZE + (16 << 10));
    Path path = Files.write(folder.resolve("f"), content);
    ExtentList extents = new ExtentList();
    int read = 0;
    boolean takesLists = List.of("auto", "mapped").contains(engine.name());
    boolean early;
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      early = file instanceof BootstrapFile; // lists are taken after the change alone
      for (int i = 0; i < LISTS; i++) {
        fill(extents, SIZE);
        byte[] expected = bytes(3 * ExtentList.MOST_BYTES);
        byte[] target = expected.clone();
        int at = random.nextInt(ExtentList.MOST_BYTES);
        if (file.tryReadList(extents, target, at)) {
          read++;
          int to = at;
          for (int e = 0; e < extents.count(); e++) {
            int length = (int) extents.length(e);
            System.arraycopy(content, (int) extents.offset(e), expected, to, length);
            to += length;
          }
          assertThat(Arrays.mismatch(target, expected)).as("list %d", i).isEqualTo(-1);
        }
      }
    }
    if (early) {
      assertThat(read).isBetween(0, LISTS);
    } else {
      assertThat(read).isEqualTo(takesLists ? LISTS : 0);
    }
  }

  private static EngineFile mapped(Path path) throws IOException {
    return Engines.named("mapping").open(path, OpenMode.READ_WRITE);
  }

  /// Extents of 100 bytes, one in each page and across the border of each two.
  private static ExtentList inEachPage(int size) {
    ExtentList extents = new ExtentList();
    for (int offset = 50; offset + 2150 <= size; offset += 2048) {
      boolean _ = extents.add(offset, 100);
    }
    return extents;
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aFileThatSomebodyHasCutIsWrittenAllTheSame(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = inEachPage(SIZE / 4);
    byte[] content = bytes((int) extents.bytes());
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(content.length);
      source.copyFrom(MemorySegment.ofArray(content));
      for (int size : new int[] {SIZE / 4, SIZE / 8 + 77, 4096 * 3 + 60, 4096, 1, 0}) {
        file.writeList(extents, source, 0);
        try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
          other.truncate(size);
        }
        byte[] left = Files.readAllBytes(path);
        file.writeList(extents, source, 0);
        assertThat(Files.readAllBytes(path))
            .as("cut to %d", size)
            .isEqualTo(written(left, extents, content, 0));
      }
    }
  }

  @Test
  void whatIsWrittenToPagesThatAreWritableAlreadyChangesTheTimeToo() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = inEachPage(SIZE / 4);
    FileTime old = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));
    try (EngineFile file = mapped(path)) {
      for (int i = 0; i < 3; i++) {
        assertThat(file.tryWriteList(extents, bytes((int) extents.bytes()), 0)).isTrue();
        assertThat(Files.getLastModifiedTime(path)).isGreaterThan(old);
        Files.setLastModifiedTime(path, old);
      }
      assertThat(file.explain()).contains("known pages of a mapping");
    }
  }

  @Test
  void aDeviceWithoutRoomForTheHolesOfAFileIsTold() throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder, 1 << 20)) {
      Path path = disk.folder().resolve("f");
      int size = 4 << 20;
      try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
        sparse.setLength(size);
      }
      byte[] content = bytes(ExtentList.MOST_BYTES);
      try (EngineFile file = mapped(path)) {
        byte[] _ = Files.readAllBytes(path);
        TransferException told =
            catchThrowableOfType(
                TransferException.class,
                () -> {
                  for (int page = 0; page < size / 4096; page += 64) {
                    ExtentList extents = new ExtentList();
                    for (int i = page; i < page + 64; i++) {
                      boolean _ = extents.add(i * 4096L, 3000);
                    }
                    assertThat(file.tryWriteList(extents, content, 0)).isTrue();
                  }
                });
        assertThat(told).hasMessageContaining("ENOSPC");
      }
    }
  }

  private static int writeAgainAndAgain(ArrayFile file, int number, int tiles, int side)
      throws IOException {
    int[] tile = new int[side * side];
    for (int round = 0; round < ROUNDS; round++) {
      int least = number + round;
      Arrays.setAll(tile, i -> i * tiles + least);
      file.write(Hyperslab.at(0, (long) number * side).count(side, side), tile);
    }
    return ROUNDS;
  }

  @Test
  void moreThreadsThanThereArePlacesWriteTilesOfOneFile() throws Exception {
    int tiles = 24;
    int side = 32;
    Path path = Files.write(folder.resolve("f"), new byte[tiles * side * side * Integer.BYTES]);
    Raw format =
        Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(side, (long) tiles * side));
    Access access = Access.readWrite().withEngine(Engines.named("mapping"));
    try (ArrayFile file = ArrayFile.open(path, format, access);
        ExecutorService threads = Executors.newFixedThreadPool(tiles)) {
      List<Callable<Integer>> writers =
          IntStream.range(0, tiles)
              .<Callable<Integer>>mapToObj(
                  number -> () -> writeAgainAndAgain(file, number, tiles, side))
              .toList();
      for (Future<Integer> writer : threads.invokeAll(writers)) {
        assertThat(writer.get()).isEqualTo(ROUNDS);
      }
      int[] all = new int[tiles * side * side];
      file.read(all);
      for (int i = 0; i < all.length; i++) {
        int column = i % (tiles * side);
        int inTile = i / (tiles * side) * side + column % side;
        assertThat(all[i]).isEqualTo(inTile * tiles + column / side + ROUNDS - 1);
      }
    }
  }
}
