package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The description of a ring's engine, and its reads of pages that are not cached.
class UringEngineTest {
  private static final int SIZE = (3 << 20) + 1234;

  @TempDir(factory = BuildFolder.class)
  Path folder;

  private final byte[] bytes = new byte[SIZE];
  private Path path = Path.of("");

  @BeforeEach
  void write() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
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
          MemorySegment expected = MemorySegment.ofArray(bytes).asSlice(from, length);
          assertThat(target.asSlice(50, length).mismatch(expected)).isEqualTo(-1);
          assertThat(target.asSlice(0, 50).mismatch(arena.allocate(50))).isEqualTo(-1);
          assertThat(target.asSlice(50L + length).mismatch(arena.allocate(50))).isEqualTo(-1);
        }
      }
    }
  }
}
