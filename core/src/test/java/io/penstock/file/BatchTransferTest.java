package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.Ring;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One transfer of a batch, that is moved in parts and by turns in every way: each byte comes to
/// its place, and no memory of the pool is kept.
class BatchTransferTest {
  private static final int SIZE = 3 << 20;
  private static final int PAGE = 4096;

  @TempDir Path folder;

  private final byte[] bytes = new byte[SIZE];
  private Path path = Path.of("");
  private long live;

  /// A file of which no more than so many bytes are had at once without a wait.
  private static final class Parted extends ForwardedFile {
    private final List<String> asked = new ArrayList<>();
    private long now = Long.MAX_VALUE;

    Parted(EngineFile file) {
      super(file);
    }

    @Override
    public long readNow(long offset, MemorySegment target, long at, long length)
        throws IOException {
      asked.add("now " + offset + " " + length);
      long n = Math.min(now, length);
      file.read(offset, target, at, n);
      return n;
    }

    @Override
    public long tryReadNow(long offset, Object array, long at, long length) throws IOException {
      asked.add("array " + offset + " " + at + " " + length);
      return file.tryRead(offset, array, at, Math.min(now, length));
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      asked.add("read " + offset + " " + length);
      file.read(offset, target, at, length);
    }

    @Override
    public int ringDescriptor() {
      return file.ringDescriptor();
    }
  }

  private Parted file = new Parted(FileHandleTest.unopened());
  private final List<BatchTransfer> begun = new ArrayList<>();
  private Optional<FileHandle> opened = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
    open("posix");
    live = BufferPool.shared().statistics().liveBytes();
  }

  private FileHandle handle() {
    return opened.orElseThrow();
  }

  private void open(String engine) throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine));
    file = new Parted(access.engine().open(path, OpenMode.READ_WRITE));
    opened = Optional.of(new FileHandle(path, access, file));
  }

  @AfterEach
  void close() throws IOException {
    begun.forEach(BatchTransfer::end); // else nobody could close the file
    handle().close();
    assertThat(BufferPool.shared().statistics().liveBytes()).isEqualTo(live);
  }

  private void begin(BatchTransfer transfer, int number, boolean here) {
    begun.add(transfer);
    assertThat(transfer.begin(number, here)).isTrue();
  }

  private BatchTransfer read(long offset, MemorySegment target) {
    return new BatchTransfer(TransferDirection.READ, handle(), offset, target);
  }

  private void assertIs(MemorySegment found, int from) {
    MemorySegment expected = MemorySegment.ofArray(bytes).asSlice(from, found.byteSize());
    assertThat(found.mismatch(expected)).isEqualTo(-1);
  }

  @Test
  void aLeaseIsFilledWhereItIsAskedForInAsManyPartsAsItTakes() throws IOException {
    try (Lease lease = BufferPool.shared().lease(10_000)) {
      lease.segment().fill((byte) 0);
      BatchTransfer read =
          BatchTransfer.of(TransferDirection.READ, handle(), 500, lease, 1000, 5000);
      begin(read, 3, true);
      assertThat(read.index()).isEqualTo(3);
      file.now = 2000;
      assertThat(read.moveNow()).isFalse();
      assertThat(read.moveNow()).isFalse();
      file.now = 0;
      assertThat(read.moveNow()).isFalse();
      assertThat(read.isMoved()).isFalse();
      read.finish();
      assertThat(read.isMoved()).isTrue();
      assertThat(read.failure()).isNull();
      assertThat(file.asked)
          .containsExactly("now 500 5000", "now 2500 3000", "now 4500 1000", "read 4500 1000");
      assertIs(lease.segment().asSlice(1000, 5000), 500);
      assertThat(lease.segment().asSlice(0, 1000).mismatch(MemorySegment.ofArray(new byte[1000])))
          .isEqualTo(-1);
      read.end();
      read.end();
      assertThat(read.wasRequested()).isFalse();
    }
  }

  @Test
  void anArrayIsFilledByItsEngineWhereItsElementsAreWhole() {
    int[] array = new int[3000];
    MemorySegment all = MemorySegment.ofArray(array);
    BatchTransfer read = read(600, all.asSlice(8, 8000));
    begin(read, 0, true);
    file.now = 3000;
    assertThat(read.moveNow())
        .isTrue(); // the rest from memory of the pool, as long as that goes on
    assertThat(file.asked).containsExactly("array 600 8 8000", "now 3600 5000", "now 6600 2000");
    read.end();
    assertIs(all.asSlice(8, 8000), 600);
  }

  @ParameterizedTest
  @CsvSource({"2, 8000", "8, 8002", "9, 7999"})
  void aPartThatCutsElementsIsCopied(int at, int length) {
    int[] array = new int[3000];
    MemorySegment part = MemorySegment.ofArray(array).asSlice(at, length);
    BatchTransfer read = read(600, part);
    begin(read, 0, true);
    assertThat(read.moveNow()).isTrue();
    assertThat(file.asked).containsExactly("now 600 " + length);
    read.end();
    assertIs(part, 600);
  }

  @Test
  void longArraysAreCopiedByMebibytes() {
    byte[] array = new byte[(2 << 20) + 100];
    MemorySegment all = MemorySegment.ofArray(array);
    file.now = 0;
    BatchTransfer read = read(50, all);
    begin(read, 0, true);
    assertThat(read.moveNow()).isFalse();
    file.asked.clear();
    read.finish();
    assertThat(file.asked)
        .containsExactly("read 50 1048576", "read 1048626 1048576", "read 2097202 100");
    read.end();
    assertIs(all, 50);
  }

  /// The file, read back by what a test does not part.
  private byte[] written() throws IOException {
    return Files.readAllBytes(path);
  }

  @Test
  void arraysAreWrittenByCopies() throws IOException {
    byte[] array = new byte[(1 << 20) + 100];
    new SplittableRandom(7).nextBytes(array);
    BatchTransfer write =
        new BatchTransfer(TransferDirection.WRITE, handle(), 77, MemorySegment.ofArray(array));
    begin(write, 0, true);
    assertThat(write.moveNow()).isFalse();
    assertThat(write.isCopy()).isTrue();
    assertThat(write.isRequestable()).isFalse();
    write.finish();
    write.end();
    System.arraycopy(array, 0, bytes, 77, array.length);
    assertThat(Arrays.mismatch(written(), bytes)).isEqualTo(-1);
  }

  @Test
  void whatIsCancelledOrFailsIsNotMoved() {
    BatchTransfer cancelled = read(0, MemorySegment.ofArray(new byte[10]));
    begin(cancelled, 0, true);
    cancelled.cancel();
    assertThat(cancelled.failure())
        .isInstanceOf(CancellationException.class)
        .hasMessage("the batch was cancelled before this transfer began");
    assertThat(cancelled.isMoved()).isFalse();
    cancelled.end();
    BatchTransfer beyond = read(SIZE - 5, MemorySegment.ofArray(new byte[10]));
    begin(beyond, 0, true);
    beyond.finish();
    assertThat(beyond.failure()).isInstanceOf(TransferException.class);
    assertThat(beyond.isMoved()).isFalse();
    beyond.end();
  }

  /// Makes a request, and has the transfer take no more of its result than so much.
  private static boolean request(Ring ring, BatchTransfer transfer, int most) {
    transfer.request(ring, 42);
    assertThat(ring.enter(1)).isNotNegative();
    assertThat(ring.next()).isTrue();
    assertThat(ring.tag()).isEqualTo(42);
    assertThat(transfer.wasRequested()).isTrue();
    assertThat(transfer.isFull(ring.result())).isTrue();
    return transfer.take(Math.min(most, ring.result()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix", "posix-direct"})
  void whatRequestsReadInPartsComesToItsPlace(String engine) throws IOException {
    assumeTrue(Rings.areUsable());
    handle().close();
    open(engine);
    int[][] cases = {{8192, 8192, 16_384}, {0, 4096, 4096}, {5000, 3, 30_000}, {4096, 1, 8192}};
    try (Ring ring = Ring.open(8);
        Lease lease = BufferPool.shared().lease(50_000)) {
      for (int[] each : cases) {
        lease.segment().fill((byte) 0);
        BatchTransfer read =
            BatchTransfer.of(TransferDirection.READ, handle(), each[0], lease, each[1], each[2]);
        begin(read, 0, true);
        assertThat(read.isRequestable()).isTrue();
        assertThat(read.isCopy()).isFalse();
        boolean all = request(ring, read, PAGE + 4096 / 2 * (engine.equals("posix") ? 1 : 2));
        while (!all) {
          all = request(ring, read, 2 * PAGE);
        }
        assertThat(read.isMoved()).isTrue();
        read.end();
        assertIs(lease.segment().asSlice(each[1], each[2]), each[0]);
        if (each[1] > 0) {
          assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, each[1] - 1L)).isZero();
        }
        assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, (long) each[1] + each[2])).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatRequestsWritePastTheCacheInPartsComesToItsPlace(boolean ofLease) throws IOException {
    assumeTrue(Rings.areUsable());
    handle().close();
    open("posix-direct");
    byte[] content = new byte[8 * PAGE];
    new SplittableRandom(7).nextBytes(content);
    try (Ring ring = Ring.open(8);
        Lease lease = BufferPool.shared().lease(10 * PAGE)) {
      MemorySegment source = lease.segment().asSlice(PAGE, 8 * PAGE);
      source.copyFrom(MemorySegment.ofArray(content));
      BatchTransfer write =
          ofLease
              ? BatchTransfer.of(TransferDirection.WRITE, handle(), 3 * PAGE, lease, PAGE, 8 * PAGE)
              : new BatchTransfer(TransferDirection.WRITE, handle(), 3 * PAGE, source);
      begin(write, 0, false);
      assertThat(write.isRequestable()).isTrue();
      assertThat(write.isCopy()).isFalse();
      assertThat(request(ring, write, 2 * PAGE)).isFalse();
      assertThat(request(ring, write, PAGE)).isFalse();
      assertThat(request(ring, write, 8 * PAGE)).isTrue();
      write.end();
    }
    System.arraycopy(content, 0, bytes, 3 * PAGE, content.length);
    assertThat(Arrays.mismatch(written(), bytes)).isEqualTo(-1);
  }

  @Test
  void aWriteOfPartsOfPagesIsNoRequest() throws IOException {
    handle().close();
    open("posix-direct");
    try (Lease lease = BufferPool.shared().lease(10 * PAGE)) {
      for (int[] each : new int[][] {{1, 0, PAGE}, {0, 1, PAGE}, {0, 0, PAGE - 1}}) {
        BatchTransfer write =
            BatchTransfer.of(TransferDirection.WRITE, handle(), each[0], lease, each[1], each[2]);
        begin(write, 0, true);
        assertThat(write.isRequestable()).isFalse();
        write.end();
      }
    }
  }

  @Test
  void aRequestThatFailsMovesNothingAndItsMemoryIsGivenBack() throws IOException {
    assumeTrue(Rings.areUsable());
    try (Ring ring = Ring.open(8)) {
      BatchTransfer read = read(5, MemorySegment.ofArray(new byte[100]));
      begin(read, 0, true);
      read.request(ring, 1);
      assertThat(ring.enter(1)).isNotNegative();
      assertThat(ring.next()).isTrue();
      assertThat(read.take(-Errno.EIO)).isFalse();
      assertThat(read.take(0)).isFalse();
      assertThat(read.isFull(-Errno.EIO)).isFalse();
      read.end();
      assertThat(read.isMoved()).isFalse();
    }
  }
}
