package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The requests of `auto` to the file that it has open, and its answers about that.
@EnabledOnOs(OS.LINUX)
class AutoFileTest {
  @TempDir Path folder;

  /// A file of calls that says of its ranges whether they are cached, and keeps what it was asked.
  private static final class Told extends ForwardingFile {
    private final List<String> asked = new ArrayList<>();
    private boolean cached = true;
    private long mostNow = Long.MAX_VALUE;
    private long cachedUpTo = Long.MAX_VALUE;
    private boolean fillsHoles;

    Told(EngineFile file) {
      super(file);
    }

    private void ask(String what, long offset, long length) {
      asked.add(what + " " + offset + " " + length);
    }

    List<String> heard() {
      List<String> heard = List.copyOf(asked);
      asked.clear();
      return heard;
    }

    @Override
    public boolean cached(long offset, long length) {
      ask("cached", offset, length);
      return cached && offset + length <= cachedUpTo;
    }

    @Override
    public boolean fillsHoles() {
      return fillsHoles;
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      ask("read", offset, length);
      calls.read(offset, target, at, length);
    }

    @Override
    public long readNow(long offset, MemorySegment target, long at, long length)
        throws IOException {
      ask("now", offset, length);
      long n = Math.clamp(mostNow - offset, 0, length);
      calls.read(offset, target, at, n);
      return n;
    }

    @Override
    public long tryRead(long offset, Object array, long at, long length) throws IOException {
      ask("straight", offset, length);
      return cached ? calls.tryRead(offset, array, at, length) : 0;
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      ask("write", offset, length);
      calls.write(offset, source, at, length);
    }

    @Override
    public void writeList(ExtentList extents, MemorySegment source, long at) throws IOException {
      asked.add("list of " + extents.count());
      calls.writeList(extents, source, at);
    }

    @Override
    public String explain() {
      return "told";
    }
  }

  /// Cannot map.
  private record Mapless(FileEngine mapped) implements FileEngine.Mapped {
    @Override
    public String name() {
      return "mapless";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      throw new IOException("no room for a mapping");
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return mapped.create(file);
    }
  }

  private final byte[] bytes = new byte[8 << 20];
  private Told told = new Told(FileHandleTest.unopened());

  private EngineFile open(int size, OpenMode mode, String way) throws IOException {
    return open(size, mode, way, FileEngines.of(FileEngine.Mapped.class));
  }

  private EngineFile open(int size, OpenMode mode, String way, FileEngine mapped)
      throws IOException {
    new SplittableRandom(20261129).nextBytes(bytes);
    Path path = Files.write(folder.resolve("f"), Arrays.copyOf(bytes, size));
    told = new Told(FileEngines.of(FileEngine.Posix.class).open(path, mode));
    int forced = way.isEmpty() ? 0 : Way.named(way);
    return new AutoFile(path, told, mapped, null, mode, forced);
  }

  private void assertIsBegin(byte[] array, int from, int length) {
    assertThat(Arrays.mismatch(array, from, from + length, bytes, 0, length)).isEqualTo(-1);
  }

  /// Reading it takes less time than opening it.
  @Test
  void aSmallFileIsReadThroughAChunkWhateverAnythingCosts() throws IOException {
    try (EngineFile file = open((64 << 10) - 1, OpenMode.READ, "")) {
      byte[] array = new byte[70_000];
      assertThat(file.tryReadNow(0, array, 0, 65_535)).isZero();
      assertThat(file.tryRead(0, array, 10, 65_535)).isEqualTo(65_535);
      assertIsBegin(array, 10, 65_535);
      assertThat(told.heard()).containsExactly("read 0 65535");
      assertThat(file.explain()).isEqualTo("auto: told");
    }
    try (EngineFile file = open(64 << 10, OpenMode.READ, "")) {
      byte[] array = new byte[64 << 10];
      for (int i = 0; i < 100; i++) { // some are not measured
        assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      }
      assertThat(file.explain()).startsWith("auto: told; reads: ").contains("to 64 KiB: ");
    }
    try (EngineFile file = open(1000, OpenMode.READ_WRITE, "")) {
      for (int i = 0; i < 1000; i++) {
        assertThat(file.tryRead(0, new byte[1000], 0, 1000)).isEqualTo(1000);
      }
      assertThat(file.explain()).startsWith("auto: told; reads: ");
    }
  }

  @Test
  void aCallReadsStraightToTheArrayAndNobodyIsAskedBefore() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "straight")) {
      byte[] array = new byte[bytes.length];
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertIsBegin(array, 0, array.length);
      assertThat(told.heard()).containsExactly("straight 0 8388608");
      assertThat(file.tryReadNow(0, array, 0, 1000)).isEqualTo(1000);
      assertThat(told.heard()).containsExactly("straight 0 1000");
    }
  }

  @ParameterizedTest
  @CsvSource({"chunk-256k, 262144, 12", "chunk-1m, 1048576, 3", "chunk-4m, 3145728, 1"})
  void chunksAreAsLongAsTheirName(String way, int chunk, int times) throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ_WRITE, way)) {
      byte[] array = new byte[3 << 20];
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertIsBegin(array, 0, array.length);
      assertThat(told.heard())
          .filteredOn(asked -> asked.startsWith("read "))
          .hasSize(times)
          .allMatch(asked -> asked.endsWith(" " + chunk))
          .first()
          .isEqualTo("read 0 " + chunk);
      assertThat(file.tryWrite(1 << 20, array, 0, array.length)).isEqualTo(array.length);
      assertThat(told.heard())
          .hasSize(times)
          .allMatch(asked -> asked.startsWith("write ") && asked.endsWith(" " + chunk));
    }
    assertThat(Files.readAllBytes(folder.resolve("f")))
        .hasSize(8 << 20)
        .satisfies(found -> assertIsBegin(found, 1 << 20, 3 << 20));
  }

  @ParameterizedTest
  @CsvSource({"8388608, 1048576", "300000, 300000", "262144, 262144", "4096, 4096"})
  void whatIsNotCachedIsReadThroughOneChunkAndTheRestLater(int length, int read)
      throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "straight")) {
      told.cached = false;
      byte[] array = new byte[length];
      assertThat(file.tryReadNow(0, array, 0, length)).isZero();
      assertThat(told.heard()).containsExactly("straight 0 " + length);
      assertThat(file.tryRead(0, array, 0, length)).isEqualTo(read);
      assertIsBegin(array, 0, read);
      assertThat(told.heard().getLast()).isEqualTo("read 0 " + Math.min(read, 1 << 20));
    }
  }

  @Test
  void ofAnArrayWholeElementsAreReadWithoutAWait() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "chunk-256k")) {
      told.mostNow = 600_003;
      int[] array = new int[1 << 20];
      assertThat(file.tryReadNow(0, array, 4, 3 << 20)).isEqualTo(600_000);
      MemorySegment found = MemorySegment.ofArray(array);
      assertThat(found.asSlice(4, 600_000).mismatch(MemorySegment.ofArray(bytes)))
          .isEqualTo(600_000);
      assertThat(array[0]).isZero();
      assertThat(told.heard())
          .filteredOn(asked -> asked.startsWith("now "))
          .containsExactly("now 0 262144", "now 262144 262144", "now 524288 262144");
    }
  }

  @Test
  void aWayIsNotMeasuredWhileItWaitsForADevice() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "chunk-1m")) {
      told.cached = false;
      byte[] array = new byte[1 << 20];
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertThat(file.explain()).doesNotContain("reads:");
      told.cached = true;
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertThat(file.explain()).contains("reads: to 2048 KiB: ", "chunks of 1 MiB");
    }
  }

  /// To ask for every page of a long range would take a tenth of the time that it takes to read it.
  @Test
  void ofLongRangesTheEndsAreAskedForWhereTheWayIsKnown() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "mapping-once")) {
      byte[] array = new byte[4 << 20];
      for (int i = 0; i < 3; i++) {
        assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      }
      assertIsBegin(array, 0, array.length);
      told.heard();
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertThat(told.heard()).containsExactly("cached 0 4096", "cached 4190208 4096");
      assertThat(file.tryRead(4096, array, 0, 2 << 20)).isEqualTo(2 << 20);
      assertThat(told.heard()).containsExactly("cached 4096 2097152");
    }
  }

  @Test
  void whatIsNotCachedIsNotReadFromAMapping() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "mapping-once")) {
      byte[] array = new byte[4 << 20];
      for (int i = 0; i < 3; i++) {
        assertThat(file.tryReadNow(0, array, 0, array.length)).isEqualTo(array.length);
        assertThat(file.tryReadNow(0, array, 0, 4096)).isEqualTo(4096);
      }
      told.cachedUpTo = 4096;
      assertThat(file.tryReadNow(0, array, 0, array.length)).isZero();
      told.cached = false;
      assertThat(file.tryReadNow(0, array, 0, array.length)).isZero();
      assertThat(file.tryReadNow(0, array, 0, 4096)).isZero();
      told.cached = true;
      told.cachedUpTo = Long.MAX_VALUE;
      told.fillsHoles = true;
      told.heard();
      assertThat(file.tryReadNow(0, array, 0, array.length)).isEqualTo(array.length);
      assertThat(told.heard()).containsExactly("cached 0 4194304");
      assertThat(file.explain()).doesNotContain(" 0.0 GB/s");
    }
  }

  /// Maps files that keep what they are asked for.
  private record Asked(FileEngine mapped, List<String> asked) implements FileEngine.Mapped {
    @Override
    public String name() {
      return "asked";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return new ForwardingFile(mapped.open(file, mode)) {
        @Override
        public void populate(long offset, long length) {
          asked.add("populate " + offset + " " + length);
        }

        @Override
        public void advise(long offset, long length, Advice advice) {
          asked.add(advice + " " + offset + " " + length);
        }

        @Override
        public String explain() {
          return calls.explain();
        }
      };
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return mapped.create(file);
    }
  }

  @Test
  void adviceAndTheNeedOfLongReadsReachTheMapping() throws IOException {
    List<String> asked = new ArrayList<>();
    FileEngine mapped = new Asked(FileEngines.of(FileEngine.Mapped.class), asked);
    try (EngineFile file = open(8 << 20, OpenMode.READ, "mapping", mapped)) {
      byte[] array = new byte[4 << 20];
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      file.advise(5, 10, Advice.RANDOM);
    }
    assertThat(asked).containsExactly("populate 0 4194304", "RANDOM 5 10");
  }

  @Test
  void arraysOfWideElementsAreWrittenFromTheirPlace() throws IOException {
    long[] numbers = new long[20_000];
    Arrays.setAll(numbers, i -> i * 0x0123456789ABCDEFL);
    try (EngineFile file = open(1 << 20, OpenMode.READ_WRITE, "chunk-256k")) {
      assertThat(file.tryWrite(24, numbers, 800, 100_000)).isEqualTo(100_000);
      assertThat(file.explain()).doesNotContain(" 0.0 GB/s");
    }
    MemorySegment found = MemorySegment.ofArray(Files.readAllBytes(folder.resolve("f")));
    MemorySegment expected = MemorySegment.ofArray(numbers).asSlice(800, 100_000);
    assertThat(found.asSlice(24, 100_000).mismatch(expected)).isEqualTo(-1);
  }

  @Test
  void whatCannotBeMappedIsReadByCallsAndTheReasonIsSaid() throws IOException {
    FileEngine mapless = new Mapless(FileEngines.of(FileEngine.Mapped.class));
    try (EngineFile file = open(8 << 20, OpenMode.READ, "mapping", mapless)) {
      byte[] array = new byte[1 << 20];
      assertThat(file.tryReadNow(0, array, 0, array.length)).isZero();
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertIsBegin(array, 0, array.length);
      assertThat(file.explain()).contains("auto: told; not mapped: no room for a mapping");
    }
  }

  @Test
  void filesThatAreWrittenAreNotMappedForReading() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ_WRITE, "mapping")) {
      byte[] array = new byte[1 << 20];
      assertThat(file.tryRead(0, array, 0, array.length)).isEqualTo(array.length);
      assertThat(file.tryReadList(list(4, 1000), array, 0)).isFalse();
      assertThat(file.explain()).doesNotContain("mapping", "mapped");
    }
  }

  private static ExtentList list(int count, long length) {
    ExtentList extents = new ExtentList();
    for (int i = 0; i < count; i++) {
      boolean _ = extents.add(2L * i * length, length);
    }
    return extents;
  }

  @Test
  void shortWritesComeThroughTheirCallersOwnChunk() throws IOException {
    try (EngineFile file = open(100_000, OpenMode.READ_WRITE, "")) {
      byte[] array = new byte[40_000];
      assertThat(file.tryWrite(0, array, 0, (32 << 10) - 1)).isZero();
      assertThat(told.heard()).isEmpty();
      assertThat(file.explain()).doesNotContain("writes:");
      assertThat(file.tryWrite(5, array, 3, 32 << 10)).isEqualTo(32 << 10);
      assertThat(told.heard()).containsExactly("write 5 32768");
      assertThat(file.explain()).contains("; writes: to 64 KiB: chunks of 256 KiB ");
    }
    byte[] found = Files.readAllBytes(folder.resolve("f"));
    assertThat(Arrays.mismatch(found, 5, 5 + (32 << 10), new byte[32 << 10], 0, 32 << 10))
        .isEqualTo(-1);
    assertThat(found).hasSize(100_000);
  }

  @Test
  void oneExtentIsWrittenAsItIsAndMoreByAListWhereTheFileCanBeRead() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ_WRITE, "mapping");
        Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(10_000);
      file.writeList(list(1, 1000), source, 0);
      assertThat(told.heard()).containsExactly("list of 1");
      file.writeList(list(4, 1000), source, 0);
      assertThat(file.explain()).contains("tiles written: ");
    }
    String name = folder.resolve("f").toRealPath().toString();
    assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
        .noneMatch(line -> line.endsWith(name));
    try (EngineFile file = open(8 << 20, OpenMode.WRITE, "");
        Arena arena = Arena.ofConfined()) {
      file.writeList(list(4, 1000), arena.allocate(10_000), 0);
      assertThat(told.heard()).containsExactly("list of 4");
      assertThat(file.tryWriteList(list(4, 1000), new byte[4000], 0)).isFalse();
    }
  }

  @Test
  void whatLiesJustAheadInItsPageIsAWayOfItsOwn() throws IOException {
    try (EngineFile file = open(8 << 20, OpenMode.READ, "straight")) {
      byte[] array = new byte[(64 << 10) + 4096];
      long begin = NativeAccess.libc().orElseThrow().address(array);
      for (int ahead : new int[] {1, 31, 0, 32}) {
        for (int i = 0; i < 4; i++) {
          long at = (4096 + 12_000 % 4096 + ahead - begin % 4096) % 4096;
          assertThat(file.tryRead(12_000, array, at, 64 << 10)).isEqualTo(64 << 10);
        }
      }
      assertThat(file.explain())
          .contains("straight to places just ahead in the page ")
          .containsPattern("straight [0-9.]+ GB/s \\(8\\), straight to .* \\(8\\)");
    }
  }

  /// To map a file and to give the mapping back takes half a millisecond.
  @Test
  void aFileIsWorthAMappingThatIsLargeOrHasBeenReadForLong() {
    TransferCosts costs = new TransferCosts(0);
    assertThat(AutoFile.isWorthMapping(32 << 20, costs)).isTrue();
    assertThat(AutoFile.isWorthMapping((32 << 20) - 1, costs)).isFalse();
    costs.add(5, Way.STRAIGHT, 4_999_999, 4 << 20);
    assertThat(AutoFile.isWorthMapping(100, costs)).isFalse();
    costs.add(5, Way.STRAIGHT, 1, 4 << 20);
    assertThat(AutoFile.isWorthMapping(100, costs)).isTrue();
  }

  @Test
  void whyCallsOfTheSystemAreNotUsedIsSaid() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[100]);
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    FileEngine mapped = FileEngines.of(FileEngine.Mapped.class);
    try (AutoFile file =
        new AutoFile(
            path, channel.open(path, OpenMode.READ), mapped, "not here", OpenMode.READ, 0)) {
      assertThat(file.explain()).startsWith("auto: channel: ").endsWith("; not posix: not here");
      assertThat(file.sizeAtOpening()).isEqualTo(100);
    }
  }
}
