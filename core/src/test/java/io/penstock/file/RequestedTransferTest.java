package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.Ring;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One transfer of a batch that is moved by requests to a ring, in parts and past the page cache:
/// each byte comes to its place, and no memory of the pool is kept.
class RequestedTransferTest extends TransferFixture {
  private static final int SIZE = 1 << 17;
  private static final int PAGE = 4096;

  RequestedTransferTest() {
    super(SIZE);
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
    assertThat(Arrays.mismatch(Files.readAllBytes(path), bytes)).isEqualTo(-1);
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

  @ParameterizedTest
  @CsvSource({"4000, 8192", "1, 4096", "4095, 2", "8192, 100"})
  void whatLiesInPartsOfPagesIsOneRequestWhoseMemoryIsGivenBackWithItsResult(int at, int length)
      throws IOException {
    assumeTrue(Rings.areUsable());
    handle().close();
    open("posix-direct");
    byte[] array = new byte[length];
    try (Ring ring = Ring.open(8)) {
      BatchTransfer read = read(at, MemorySegment.ofArray(array));
      begin(read, 0, true);
      read.request(ring, 42);
      assertThat(held()).isPositive();
      assertThat(ring.enter(1)).isNotNegative();
      assertThat(ring.next()).isTrue();
      assertThat(read.take(ring.result())).isTrue();
      assertNothingIsHeld();
      read.end();
    }
    assertIs(MemorySegment.ofArray(array), at);
  }

  @Test
  void aDeviceFillsWholePagesOfALeaseItself() throws IOException {
    assumeTrue(Rings.areUsable());
    handle().close();
    open("posix-direct");
    try (Ring ring = Ring.open(8);
        Lease lease = BufferPool.shared().lease(2 * PAGE)) {
      long before = held();
      BatchTransfer read =
          BatchTransfer.of(TransferDirection.READ, handle(), PAGE, lease, 0, 2 * PAGE);
      begin(read, 0, true);
      assertThat(request(ring, read, 2 * PAGE)).isTrue();
      assertThat(held()).isEqualTo(before);
      read.end();
      assertIs(lease.segment().asSlice(0, 2 * PAGE), PAGE);
    }
  }

  /// The block of a transfer that stays in parts is used for each.
  @Test
  void partsGoThroughTheSameMemory() throws IOException {
    assumeTrue(Rings.areUsable());
    byte[] array = new byte[3 * PAGE];
    try (Ring ring = Ring.open(8)) {
      BatchTransfer read = read(5, MemorySegment.ofArray(array));
      begin(read, 0, true);
      assertThat(request(ring, read, PAGE)).isFalse();
      long block = held();
      assertThat(block).isPositive();
      assertThat(request(ring, read, PAGE)).isFalse();
      assertThat(held()).isEqualTo(block);
      assertThat(request(ring, read, PAGE)).isTrue();
      assertNothingIsHeld();
      read.end();
    }
    assertIs(MemorySegment.ofArray(array), 5);
  }

  /// Of a page that was not read the part before what is wanted counts for nothing, as an error
  /// does.
  @Test
  void anErrorIsNotTakenForBytesThatWereRead() throws IOException {
    assumeTrue(Rings.areUsable());
    handle().close();
    open("posix-direct");
    byte[] array = new byte[PAGE];
    try (Ring ring = Ring.open(8)) {
      BatchTransfer read = read(1000, MemorySegment.ofArray(array));
      begin(read, 0, true);
      for (int result : new int[] {-Errno.EIO, 0, 999, 1000}) {
        read.request(ring, 42);
        assertThat(ring.withdraw()).isTrue();
        assertThat(read.take(result)).isFalse();
      }
      read.finish();
      assertThat(file.asked).containsExactly("read 1000 4096");
      read.end();
    }
    assertIs(MemorySegment.ofArray(array), 1000);
  }

  @Test
  void memoryThatEndsBeforeTheResultIsThereFailsItsReadForGood() throws IOException {
    assumeTrue(Rings.areUsable());
    try (Ring ring = Ring.open(8)) {
      Arena arena = Arena.ofShared();
      BatchTransfer read = read(PAGE, arena.allocate(PAGE));
      begin(read, 0, false);
      read.request(ring, 42);
      assertThat(ring.enter(1)).isNotNegative();
      assertThat(ring.next()).isTrue();
      arena.close();
      assertThat(read.take(ring.result())).isTrue();
      assertThat(read.failure()).isInstanceOf(IllegalStateException.class);
      assertThat(read.isMoved()).isFalse();
      read.end();
      assertNothingIsHeld();
    }
  }
}
