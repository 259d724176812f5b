package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
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
  private static final int MAPPING = TransferCosts.Way.named("mapping");
  private static final int SIZE = 1 << 20;

  @TempDir Path folder;

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(20261124).nextBytes(bytes);
    return bytes;
  }

  /// A file with whose answers somebody meddles. Of ranges up to a length it says that they are
  /// cached.
  private static final class Meddled extends ForwardedFile {
    private final long mostCached;
    private int questions;
    private Meddling beforeSize = () -> {};
    private Meddling beforeDescriptor = () -> {};

    /// What somebody does once, before an answer.
    private interface Meddling {
      void run() throws IOException;
    }

    Meddled(EngineFile file, long mostCached) {
      super(file);
      this.mostCached = mostCached;
    }

    @Override
    public boolean cached(long offset, long length) {
      questions++;
      return length <= mostCached;
    }

    @Override
    public long size() throws IOException {
      Meddling first = beforeSize;
      beforeSize = () -> {};
      first.run();
      return file.size();
    }

    @Override
    public OptionalInt descriptor() {
      Meddling first = beforeDescriptor;
      beforeDescriptor = () -> {};
      try {
        first.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return file.descriptor();
    }

    @Override
    public Optional<Path> openPath() {
      return file.openPath();
    }
  }

  private static Meddled meddled(Path path, OpenMode mode, long mostCached) throws IOException {
    return new Meddled(FileEngines.of(FileEngine.Posix.class).open(path, mode), mostCached);
  }

  private static ListWriter mappingWriter(EngineFile file) throws IOException {
    return new ListWriter(NativeAccess.libc().orElseThrow(), file, MAPPING);
  }

  private Path sparse(String name, long bytes) throws IOException {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path;
  }

  private static ExtentList extents(long length, long... offsets) {
    ExtentList extents = new ExtentList();
    for (long offset : offsets) {
      boolean _ = extents.add(offset, length);
    }
    return extents;
  }

  @Test
  void nothingIsStoredBehindAMappingThatAnotherThreadMakesOfAShorterFile() throws IOException {
    long half = 64 << 20;
    byte[] content = bytes(3000);
    ExtentList behind = extents(1000, half + (16 << 20), half + (18 << 20), half + (20 << 20));
    MemorySegment[] neighbour = new MemorySegment[1];
    try (Arena arena = Arena.ofConfined();
        FileChannel other =
            FileChannel.open(
                sparse("other", half), StandardOpenOption.READ, StandardOpenOption.WRITE);
        Meddled file = meddled(sparse("f", 2 * half), OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = mappingWriter(file)) {
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
        Meddled file = meddled(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = mappingWriter(file)) {
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

  /// A sparse file of 64 MiB, of which ranges up to a length are cached.
  private EngineFile automatic(Meddled calls) throws IOException {
    FileEngine mapped = FileEngines.of(FileEngine.Mapped.class);
    return new AutoFile(folder.resolve("f"), calls, mapped, null, OpenMode.READ, MAPPING);
  }

  @ParameterizedTest
  @ValueSource(longs = {1 << 20, 20 << 20})
  void extentsAreReadAsAListAlthoughNothingBetweenThemIsCached(long apart) throws IOException {
    Meddled calls = meddled(sparse("f", 64 << 20), OpenMode.READ, 600);
    try (EngineFile file = automatic(calls)) {
      ExtentList extents = extents(600, 0, apart, 3 * apart);
      assertThat(file.tryReadList(extents, new byte[1800], 0)).isTrue();
    }
  }

  @Test
  void extentsThatAreReadInOnePieceAreAskedForInOne() throws IOException {
    Meddled calls = meddled(sparse("f", 64 << 20), OpenMode.READ, 600);
    try (EngineFile file = automatic(calls)) {
      ExtentList extents = extents(600, 0, 1000, 2000, 3000);
      assertThat(file.tryReadList(extents, new byte[2400], 0)).isFalse();
      assertThat(calls.questions).isOne();
    }
  }

  @Test
  void listsThatAreNotCachedAreSeldomAskedForUntilOneIs() throws IOException {
    Meddled calls = meddled(sparse("f", 64 << 20), OpenMode.READ, 1 << 20);
    try (EngineFile file = automatic(calls)) {
      for (int i = 0; i < 1000; i++) {
        assertThat(file.tryReadList(extents(10, 0, 20 << 20), new byte[20], 0)).isFalse();
      }
      assertThat(calls.questions).isLessThan(30);
      int read = 0;
      for (int i = 0; i < 100; i++) {
        read += file.tryReadList(extents(10, 0, 10_000), new byte[20], 0) ? 1 : 0;
      }
      assertThat(read).isGreaterThan(30);
    }
  }

  /// How many locks there are on a file, as the kernel lists them.
  static long locks(Path path) throws IOException {
    String inode = ":" + Files.getAttribute(path, "unix:ino") + " ";
    try (Stream<String> all = Files.lines(Path.of("/proc/locks"))) {
      return all.filter(lock -> lock.contains(inode)).count();
    }
  }

  @Test
  void tilesAreWrittenThroughAMappingAndTheLocksOfThisProcessLast() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000, 100_000);
    try (FileChannel holder = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = holder.lock();
        Meddled file = meddled(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = mappingWriter(file)) {
      assertThat(lock.isValid()).isTrue();
      assertThat(locks(path)).isOne();
      assertThat(writer.write(extents, bytes((int) extents.bytes()), 0)).isTrue();
      assertThat(writer.explain()).contains("new pages of a mapping");
      assertThat(locks(path)).isOne();
    }
  }

  private static byte[] written(int size, ExtentList extents, byte[] content, int at) {
    byte[] expected = new byte[size];
    int from = at;
    for (int i = 0; i < extents.count(); i++) {
      int length = (int) extents.length(i);
      System.arraycopy(content, from, expected, (int) extents.offset(i), length);
      from += length;
    }
    return expected;
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
        Meddled file = meddled(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
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
    try (Meddled file = meddled(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = mappingWriter(file)) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(9100, extents, content, 0));
      assertThat(writer.explain()).doesNotContain("mapping");
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(9100, extents, content, 0));
      assertThat(writer.explain()).contains("new pages of a mapping");
    }
  }

  @Test
  void aFileThatIsOpenByNoDescriptorIsWrittenAllTheSame() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    try (EngineFile channel =
            FileEngines.of(FileEngine.Channel.class).open(path, OpenMode.READ_WRITE);
        Meddled file = new Meddled(channel, Long.MAX_VALUE);
        ListWriter writer = mappingWriter(file)) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
      assertThat(writer.explain())
          .endsWith(", not mapped: it is open by no descriptor of the system");
    }
  }

  /// How many mappings of a file this process has.
  private static long mappings(Path path) throws IOException {
    try (Stream<String> all = Files.lines(Path.of("/proc/self/maps"))) {
      return all.filter(line -> line.endsWith(path.toString())).count();
    }
  }

  @Test
  void aWriterThatIsClosedMapsTheFileNoMore() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]).toRealPath();
    ExtentList extents = extents(100, 50, 5000, 10_000);
    try (Meddled file = meddled(path, OpenMode.READ_WRITE, Long.MAX_VALUE)) {
      ListWriter writer = mappingWriter(file);
      for (int i = 0; i < 3; i++) {
        assertThat(writer.write(extents, bytes((int) extents.bytes()), 0)).isTrue();
        assertThat(mappings(path)).isOne();
      }
      writer.close();
      assertThat(mappings(path)).isZero();
      mappingWriter(file).close();
    }
  }

  @Test
  void whatIsNotCachedIsNeitherMappedNorMeasured() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    try (Meddled file = meddled(path, OpenMode.READ_WRITE, 0);
        ListWriter writer = mappingWriter(file)) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
      assertThat(writer.explain()).isEmpty();
    }
  }
}
