package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A file of random bytes whose transfers a test begins and moves step by step; none of them keeps
/// memory of the pool to the test's end.
abstract class TransferFixture {
  /// What the file holds.
  final byte[] bytes;

  @TempDir Path folder;

  Path path = Path.of("");
  PartedFile file = new PartedFile(FileHandleTest.unopened());
  private final List<BatchTransfer> begun = new ArrayList<>();
  private Optional<FileHandle> opened = Optional.empty();
  private long live;

  TransferFixture(int size) {
    bytes = new byte[size];
    new SplittableRandom(20261129).nextBytes(bytes);
  }

  @BeforeEach
  void open() throws IOException {
    path = Files.write(folder.resolve("f"), bytes);
    open("posix");
    live = BufferPool.shared().statistics().liveBytes();
  }

  final FileHandle handle() {
    return opened.orElseThrow();
  }

  final void open(String engine) throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine));
    file = new PartedFile(access.engine().open(path, OpenMode.READ_WRITE));
    opened = Optional.of(new FileHandle(path, access, file));
  }

  @AfterEach
  void close() throws IOException {
    begun.forEach(BatchTransfer::end); // else nobody could close the file
    handle().close();
    assertNothingIsHeld();
  }

  /// What is asked of a transfer that has not ended yet, where its memory may be held for long.
  final void assertNothingIsHeld() {
    assertThat(held()).isZero();
  }

  /// How much memory of the pool is out that was not before the test.
  final long held() {
    return BufferPool.shared().statistics().liveBytes() - live;
  }

  final void begin(BatchTransfer transfer, int number, boolean here) {
    begun.add(transfer);
    assertThat(transfer.begin(number, here)).isTrue();
  }

  final BatchTransfer read(long offset, MemorySegment target) {
    return new BatchTransfer(TransferDirection.READ, handle(), offset, target);
  }

  final void assertIs(MemorySegment found, int from) {
    MemorySegment expected = MemorySegment.ofArray(bytes).asSlice(from, found.byteSize());
    assertThat(found.mismatch(expected)).isEqualTo(-1);
  }
}
