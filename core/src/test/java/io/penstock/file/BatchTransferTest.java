package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One transfer of a batch that is moved in parts, at once and by its engine: each byte comes to
/// its place, and no memory of the pool is kept.
class BatchTransferTest extends TransferFixture {
  private static final int SIZE = 3 << 20;

  BatchTransferTest() {
    super(SIZE);
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
    file.ofArrays = 3000;
    assertThat(read.moveNow())
        .isTrue(); // the rest from memory of the pool, as long as that goes on
    assertThat(file.asked).containsExactly("array 600 8 8000", "now 3600 5000", "now 6600 2000");
    assertNothingIsHeld();
    read.end();
    assertIs(all.asSlice(8, 8000), 600);
  }

  @Test
  void anEngineGoesOnWithAnArrayWhereItHasStopped() {
    byte[] array = new byte[5000];
    BatchTransfer read = read(600, MemorySegment.ofArray(array).asSlice(7, 4000));
    begin(read, 0, true);
    file.now = 0;
    file.ofArrays = 1500;
    assertThat(read.moveNow()).isFalse();
    assertNothingIsHeld();
    assertThat(read.moveNow()).isFalse();
    assertThat(read.moveNow()).isTrue();
    assertThat(file.asked)
        .containsExactly(
            "array 600 7 4000",
            "now 2100 2500",
            "array 2100 1507 2500",
            "now 3600 1000",
            "array 3600 3007 1000");
    read.end();
    assertIs(MemorySegment.ofArray(array).asSlice(7, 4000), 600);
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
    file.ofArrays = 0;
    BatchTransfer read = read(50, all);
    begin(read, 0, true);
    assertThat(read.moveNow()).isFalse();
    file.asked.clear();
    read.finish();
    assertThat(file.asked)
        .containsExactly("read 50 1048576", "read 1048626 1048576", "read 2097202 100");
    assertNothingIsHeld();
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
}
