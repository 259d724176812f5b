package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.Access;
import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import io.penstock.file.PageCache;
import io.penstock.memory.BufferPool;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files past the page cache on systems whose pages are larger than those of x86-64, and on devices
/// whose blocks are larger than a page.
class DirectFileTest {
  private static final int SIZE = 1_000_000;

  @TempDir Path folder;

  private static EngineFile open(Path path, long page) throws IOException {
    return open(NativeAccess.libc().orElseThrow(), path, page);
  }

  private static EngineFile open(LibC libc, Path path, long page) throws IOException {
    int flags = PosixFile.flags(libc, OpenMode.READ_WRITE) | libc.flags().pastCache();
    PosixFile buffered =
        PosixFile.openRegular(libc, PosixEngine.Direct.NAME, path, path, OpenMode.READ_WRITE);
    int direct = PosixFile.number(libc, path, flags);
    SpokenAssumption.that(direct >= 0, "no O_DIRECT in the folder for temporary files");
    return new DirectFile(buffered, buffered.alsoOpenAs(direct), page, "O_DIRECT");
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 4096, 16 << 10, 64 << 10}) // no device takes pieces of 64 bytes
  void anyRangeIsMovedWhateverThePage(long page) throws IOException {
    SplittableRandom random = new SplittableRandom(page);
    byte[] expected = new byte[SIZE];
    random.nextBytes(expected);
    Path path = Files.write(folder.resolve("f"), expected);
    try (EngineFile file = open(path, page);
        Arena arena = Arena.ofConfined()) {
      assertThat(file.alignment()).isEqualTo((int) page);
      MemorySegment memory = arena.allocate(SIZE, 4096);
      for (int i = 0; i < 60; i++) {
        int offset = random.nextInt(SIZE) & (i % 3 == 0 ? -(int) page : -1);
        int length = random.nextInt(SIZE - offset);
        int at = i % 2 == 0 ? 0 : random.nextInt(SIZE - length);
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, length);
        file.write(offset, memory, at, length);
        System.arraycopy(bytes, 0, expected, offset, length);
        memory.fill((byte) 0);
        file.read(offset, memory, at, length);
        assertThat(MemorySegment.ofArray(bytes).mismatch(memory.asSlice(at, length))).isEqualTo(-1);
      }
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }

  @Test
  void aPageIsNeverSmallerThanThatOfTheSystem() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    int page = NativeAccess.libc().orElseThrow().pageBytes();
    try (EngineFile file = new PosixEngine.Direct().open(path, OpenMode.READ)) {
      assertThat(file.alignment()).isGreaterThanOrEqualTo(page);
    }
  }

  /// Whatever begins off a page goes through chunks, which are smaller than this.
  @ParameterizedTest
  @CsvSource({"0, 0", "1024, 3072"})
  @EnabledOnOs(OS.LINUX)
  void wholePagesAreMovedByOneCallWhereTheirPlaceInMemoryBeginsAtAPage(long begin, long at)
      throws IOException {
    FaultyCalls calls = new FaultyCalls();
    LibC libc = calls.libc();
    long page = Math.max(DirectFile.LEAST_PAGE, libc.pageBytes());
    int length = 2 * Access.LARGEST_CHUNK;
    byte[] bytes = new byte[length];
    new SplittableRandom(at).nextBytes(bytes);
    Path path = Files.write(folder.resolve("f"), new byte[Math.toIntExact(page + length)]);
    try (EngineFile file = open(libc, path, page);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(length + 2 * page, page).asSlice(begin);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, length);
      file.write(page, memory, at, length);
      assertThat(calls.calls("pwrite")).isOne();
      memory.fill((byte) 0);
      file.read(page, memory, at, length);
      assertThat(calls.calls("pread")).isOne();
      assertThat(memory.asSlice(at, length).mismatch(MemorySegment.ofArray(bytes))).isEqualTo(-1);
    }
  }

  /// On a device: the system's temporary folder may be in memory, where all is cached.
  @Test
  void nothingThatIsReadOrWrittenInWholePagesIsLeftInTheCache() throws IOException {
    Path build = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "direct");
    Path path = Files.write(build.resolve("f"), new byte[SIZE]);
    long live = BufferPool.shared().statistics().liveBytes();
    try (EngineFile file = new PosixEngine.Direct().open(path, OpenMode.READ_WRITE);
        Arena arena = Arena.ofConfined()) {
      PageCache.evict(path);
      SpokenAssumption.that(cached(path) == 0, "the build's folder is kept in memory");
      MemorySegment memory = arena.allocate(2 * SIZE, 4096);
      for (long offset : new long[] {0, 1, 4096}) {
        for (long length : new long[] {8192, 8191, 500_000}) {
          for (long at : new long[] {0, 1, 4096}) {
            file.read(offset, memory, at, length);
          }
        }
      }
      assertThat(cached(path)).isZero();
      for (long at : new long[] {0, 1, 512, 4096}) {
        file.write(8192, memory, at, 81_920);
      }
      assertThat(cached(path)).isZero();
      file.write(8191, memory, 0, 8194); // a byte, two pages, a byte
      assertThat(cached(path)).isBetween(1L, 2 * 4096L);
    } finally {
      Files.delete(path);
      Files.delete(build);
    }
    assertThat(BufferPool.shared().statistics().liveBytes()).isEqualTo(live);
  }

  private static long cached(Path path) throws IOException {
    return PageCache.residentBytes(path, 0, SIZE).orElse(-1);
  }

  @Test
  void itIsCalledByItsNameAndRequestsOfRingsGoPastTheCacheToo() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    PosixEngine.Direct engine = new PosixEngine.Direct();
    assertThat(engine.name()).isEqualTo("posix-direct");
    assertThat(engine.obstacle()).isEmpty();
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      assertThat(file.ringDescriptor()).isNotEqualTo(file.descriptor().orElseThrow()).isPositive();
      assertThat(file.openPath()).isPresent();
    }
  }
}
