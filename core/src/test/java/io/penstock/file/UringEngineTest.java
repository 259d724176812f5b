package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Ring;
import io.penstock.file.BatchContractTest.Wait;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The description of a ring's engine, and its reads of pages that are not cached.
class UringEngineTest {
  private static final int SIZE = (3 << 20) + 1234;
  private static final byte[] BYTES = new byte[SIZE];

  static {
    new SplittableRandom(20261129).nextBytes(BYTES);
  }

  @TempDir(factory = BuildFolder.class)
  Path folder;

  private Path path = Path.of("");

  @BeforeEach
  void write() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    path = Files.write(folder.resolve("f"), BYTES);
  }

  @Test
  void whichReadsAreRequestsIsSaid() throws IOException {
    String requests =
        ": reads of 1 MiB and more that are not cached are requests of 512 KiB to io_uring; else ";
    try (EngineFile file = FileEngines.named("uring").open(path, OpenMode.READ)) {
      assertThat(file.explain()).startsWith("uring" + requests + "posix: ");
      assertThat(file.preferredBytes()).isEqualTo(Access.LARGEST_CHUNK);
    }
    try (EngineFile file = FileEngines.named("uring-direct").open(path, OpenMode.READ)) {
      assertThat(file.explain()).startsWith("uring-direct" + requests + "posix-direct: ");
    }
  }

  @Test
  void longReadsOfWhatIsNotCachedFillTheirPlace() throws IOException {
    FileEngine engine = FileEngines.named("uring");
    try (EngineFile file = engine.open(path, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      for (int from : new int[] {0, 1, (512 << 10) - 1, 512 << 10, 700_001}) {
        for (int length : new int[] {SIZE - from, 1 << 20, (1 << 20) - 1, 2 << 20}) {
          PageCache.evict(path);
          MemorySegment target = arena.allocate(length + 100L);
          file.read(from, target, 50, length);
          MemorySegment expected = MemorySegment.ofArray(BYTES).asSlice(from, length);
          assertThat(target.asSlice(50, length).mismatch(expected)).isEqualTo(-1);
          assertThat(target.asSlice(0, 50).mismatch(arena.allocate(50))).isEqualTo(-1);
          assertThat(target.asSlice(50L + length).mismatch(arena.allocate(50))).isEqualTo(-1);
        }
      }
    }
  }

  /// Where reads begin, how long they are, and the pieces of 512 KiB that they touch.
  @ParameterizedTest
  @CsvSource({
    "0, 1048576, 2",
    "1, 1048576, 3",
    "524287, 1048576, 3",
    "700001, 1400000, 4",
    "0, 1048575, 0",
    "700001, 1000000, 0"
  })
  void eachPieceOfALongReadIsARequest(int from, int length, int requests) throws Exception {
    assertThat(requestsOfRead("uring-direct", from, length)).isEqualTo(requests);
  }

  @Test
  void whatIsCachedIsNotRequested() throws Exception {
    PageCache.evict(path);
    assertThat(requestsOfRead("uring", 700_001, 1 << 20)).isPositive();
    assertThat(requestsOfRead("uring", 700_001, 1 << 20)).isZero();
  }

  private long requestsOfRead(String name, int from, int length) throws Exception {
    try (LentRing ring = new LentRing();
        EngineFile file = FileEngines.named(name).open(path, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      ring.lend(Wait.PLATFORM);
      MemorySegment target = arena.allocate(length);
      file.read(from, target, 0, length);
      MemorySegment expected = MemorySegment.ofArray(BYTES).asSlice(from, length);
      assertThat(target.mismatch(expected)).isEqualTo(-1);
      return ring.calls.taken();
    }
  }

  /// And not that of the engine of calls, which the user has not chosen.
  @ParameterizedTest
  @ValueSource(strings = {"uring", "uring-direct"})
  void failuresNameTheEngine(String name) throws IOException {
    FileEngine engine = FileEngines.named(name);
    for (EngineFile each :
        new EngineFile[] {
          engine.open(path, OpenMode.READ),
          engine.reopen(path, path, OpenMode.READ),
          engine.create(folder.resolve("new"))
        }) {
      try (EngineFile file = each;
          Arena arena = Arena.ofConfined()) {
        for (int length : new int[] {100, 2 << 20}) {
          assertThatExceptionOfType(TransferException.class)
              .isThrownBy(() -> file.read(SIZE, arena.allocate(length), 0, length))
              .withMessageContaining(" done, engine " + name + "): the file ends at ");
        }
      }
    }
    ForeignFileSystem foreign = ForeignFileSystem.in(folder.resolve("hidden"));
    assertThatIOException()
        .isThrownBy(() -> engine.open(foreign.twin(path), OpenMode.READ))
        .withMessageContaining("engine " + name + " reaches files of the system alone");
  }

  @ParameterizedTest
  @CsvSource({"uring, posix", "uring-direct, posix-direct"})
  void filesAreOpenedAgainAndCreatedAsTheEngineOfCallsDoesIt(String name, String calls)
      throws IOException {
    FileEngine engine = FileEngines.named(name);
    assertThat(engine.name()).isEqualTo(name);
    assertThat(engine).hasToString("engine " + name);
    assertThat(engine.obstacle()).isEmpty();
    Path moved = folder.resolve("moved");
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      Files.move(path, moved);
      Path open = file.openPath().orElseThrow();
      try (EngineFile again = engine.reopen(path, open, OpenMode.READ)) {
        assertThat(again.size()).isEqualTo(SIZE);
        assertThat(again.explain()).startsWith(name + ": ").contains(calls + ": ");
      }
    }
    try (EngineFile created = engine.create(folder.resolve("new"))) {
      assertThat(created.size()).isZero();
      assertThat(created.explain()).startsWith(name + ": ").contains(calls + ": ");
    }
  }
}
