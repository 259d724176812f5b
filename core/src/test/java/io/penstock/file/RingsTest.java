package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rings that threads drive while they wait: each is one thread's, and few are kept.
class RingsTest {
  private static final int PAGE = 4096;

  /// More than are kept.
  private static final int NESTED = 12;

  @TempDir Path folder;

  private final byte[] bytes = new byte[NESTED * PAGE];
  private Path path = Path.of("");

  @BeforeEach
  void write() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  /// Reads a page by a ring, and while that ring is in use the next one by another.
  private void read(FileHandle handle, int page) {
    if (page == NESTED) {
      return;
    }
    byte[] found = new byte[PAGE];
    BatchTransfer read =
        new BatchTransfer(
            TransferDirection.READ, handle, (long) page * PAGE, MemorySegment.ofArray(found));
    try {
      BatchRun.await(List.of(read), 64, _ -> read(handle, page + 1));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(read.wasRequested()).isTrue();
    assertThat(
            MemorySegment.ofArray(found)
                .mismatch(MemorySegment.ofArray(bytes).asSlice((long) page * PAGE, PAGE)))
        .isEqualTo(-1);
  }

  private static long rings() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(RingsTest::isRing).count();
    }
  }

  private static boolean isRing(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains("[io_uring]");
    } catch (IOException _) { // closed meanwhile, as the folder's own
      return false;
    }
  }

  @Test
  void aThreadHasAsManyRingsAsItUsesAtOnceAndFewStayBehind() throws IOException {
    EngineFile file = FileEngines.of(FileEngine.Direct.class).open(path, OpenMode.READ);
    try (FileHandle handle = new FileHandle(path, Access.read(), file)) {
      read(handle, 0);
      long kept = rings();
      assertThat(kept).isPositive();
      for (int round = 0; round < 3; round++) {
        read(handle, 0);
        assertThat(rings()).isEqualTo(kept);
      }
    }
  }

  @Test
  void eightRingsAreKeptAndForOneMoreTheOldestIsClosed() throws IOException {
    FaultyCalls oldest = new FaultyCalls();
    FaultyCalls others = new FaultyCalls();
    Rings.give(oldest.ring(Rings.ENTRIES));
    for (int i = 1; i < 8; i++) {
      Rings.give(others.ring(Rings.ENTRIES));
    }
    assertThat(oldest.calls("close")).isZero();
    Rings.give(others.ring(Rings.ENTRIES));
    assertThat(oldest.calls("close")).isOne();
    assertThat(others.calls("close")).isZero();
  }
}
