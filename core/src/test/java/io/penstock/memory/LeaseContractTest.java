package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What every lease promises, from every pool over every storage.
@ParameterizedClass
@MethodSource("io.penstock.memory.PoolCase#all")
class LeaseContractTest {
  private final PoolCase each;
  private final BufferPool pool;

  LeaseContractTest(PoolCase each) {
    this.each = each;
    this.pool = each.open();
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(pool.statistics().liveBlocks()).isZero();
    assertThat(pool.statistics().liveBytes()).isZero();
    pool.close();
  }

  @Test
  void theSegmentIsExactlyAsLongAsAskedFor() {
    for (long size : List.of(0L, 1L, 100L, 4097L, 3L << 20)) {
      try (Lease lease = pool.lease(size)) {
        assertThat(lease.segment().byteSize()).isEqualTo(size);
        assertThat(lease.segment().address() % (size < 4096 ? 64 : 4096)).isZero();
        lease.segment().fill((byte) 1);
        assertThatThrownBy(() -> lease.segment().get(JAVA_BYTE, size))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void zeroedMemoryIsZero() {
    try (Lease lease = pool.lease(10_000)) {
      lease.segment().fill((byte) 9);
    }
    try (Lease lease = pool.leaseZeroed(10_000)) {
      assertThat(lease.segment().toArray(JAVA_BYTE)).containsOnly(0);
    }
  }

  @Test
  void aSecondCloseThrows() {
    Lease lease = pool.lease(100);
    lease.close();
    for (ThrowingCallable late :
        List.<ThrowingCallable>of(lease::close, lease::detach, lease::pin)) {
      assertThatIllegalStateException()
          .isThrownBy(late)
          .withMessage("the lease was closed or detached");
    }
  }

  @Test
  void aStaleLeaseDoesNotHarmTheNext() {
    Lease stale = pool.lease(100);
    stale.close();
    try (Lease next = pool.lease(100)) {
      next.segment().fill((byte) 5);
      assertThatIllegalStateException().isThrownBy(stale::close);
      assertThatIllegalStateException()
          .isThrownBy(() -> stale.segment().set(JAVA_BYTE, 0, (byte) 1));
      assertThat(next.segment().toArray(JAVA_BYTE)).containsOnly(5);
    }
  }

  @Test
  void slicesAndBuffersDieWithTheLease() {
    assumeFalse(each.isOnHeap(), "the JDK binds no memory on the heap to a lifetime");
    Lease lease = pool.lease(100);
    MemorySegment slice = lease.segment().asSlice(10, 10);
    ByteBuffer buffer = lease.segment().asByteBuffer();
    ByteBuffer ofSlice = slice.asByteBuffer().slice(2, 2);
    lease.close();
    assertThatIllegalStateException().isThrownBy(() -> slice.get(JAVA_BYTE, 0));
    assertThatIllegalStateException().isThrownBy(() -> slice.fill((byte) 1));
    assertThatIllegalStateException().isThrownBy(() -> buffer.get(0));
    assertThatIllegalStateException().isThrownBy(() -> ofSlice.put(0, (byte) 1));
  }

  @Test
  void anotherThreadCannotUseIt() throws Exception {
    try (Lease lease = pool.lease(100)) {
      OtherThread.run(
          () -> {
            assertThatThrownBy(() -> lease.segment().get(JAVA_BYTE, 0))
                .isInstanceOf(WrongThreadException.class);
            assertThatThrownBy(lease::close).isInstanceOf(WrongThreadException.class);
            assertThatThrownBy(lease::detach).isInstanceOf(WrongThreadException.class);
          });
      lease.segment().set(JAVA_BYTE, 0, (byte) 1);
    }
  }

  @Test
  void anotherThreadCannotUseItAfterTheEndEither() throws Exception {
    Lease lease = pool.lease(100);
    lease.close();
    OtherThread.run(
        () -> {
          assertThatThrownBy(lease::close)
              .isInstanceOfAny(WrongThreadException.class, IllegalStateException.class);
          assertThatThrownBy(() -> lease.segment().get(JAVA_BYTE, 0))
              .isInstanceOfAny(WrongThreadException.class, IllegalStateException.class);
        });
  }

  @Test
  void detachedMemoryGoesToWhoeverAttachesIt() throws Exception {
    Lease lease = pool.lease(1000);
    lease.segment().fill((byte) 3);
    Lease.Detached detached = lease.detach();
    assertThatIllegalStateException().isThrownBy(() -> lease.segment().get(JAVA_BYTE, 0));
    assertThatIllegalStateException().isThrownBy(lease::close);
    OtherThread.run(
        () -> {
          try (Lease other = detached.attach()) {
            assertThat(other.segment().byteSize()).isEqualTo(1000);
            assertThat(other.segment().toArray(JAVA_BYTE)).containsOnly(3);
            other.segment().fill((byte) 4);
          }
        });
    assertThatIllegalStateException().isThrownBy(detached::attach);
    assertThatIllegalStateException().isThrownBy(detached::close);
  }

  @Test
  void detachedMemoryCanBeGivenBackUnused() {
    Lease.Detached detached = pool.lease(1000).detach();
    detached.close();
    assertThatIllegalStateException().isThrownBy(detached::close);
    assertThatIllegalStateException().isThrownBy(detached::attach);
  }

  @Test
  void aPinnedLeaseLivesOn() throws Exception {
    Lease lease = pool.lease(1000);
    MemorySegment pinned = lease.pin();
    assertThatIllegalStateException()
        .isThrownBy(lease::close)
        .withMessageContaining("pinned 1 times");
    assertThatIllegalStateException().isThrownBy(lease::detach);
    lease.segment().set(JAVA_BYTE, 10, (byte) 6);
    OtherThread.run(
        () -> {
          assertThat(pinned.get(JAVA_BYTE, 10)).isEqualTo((byte) 6);
          pinned.set(JAVA_BYTE, 11, (byte) 7);
          lease.unpin();
        });
    assertThat(lease.segment().get(JAVA_BYTE, 11)).isEqualTo((byte) 7);
    lease.close();
  }

  @Test
  void anotherThreadCannotPin() throws Exception {
    try (Lease lease = pool.lease(1000)) {
      OtherThread.run(
          () -> assertThatThrownBy(lease::pin).isInstanceOf(WrongThreadException.class));
    }
  }

  @Test
  void pinsAreCounted() {
    Lease lease = pool.lease(1000);
    assertThat(lease.pin().byteSize()).isEqualTo(1000);
    lease.pin();
    lease.unpin();
    assertThatIllegalStateException().isThrownBy(lease::close);
    lease.unpin();
    assertThatIllegalStateException().isThrownBy(lease::unpin);
    lease.close();
    assertThatIllegalStateException().isThrownBy(lease::unpin);
  }

  @Test
  void aLeaseSaysWhatItIsToAnyThread() throws Exception {
    Lease confined = pool.lease(100);
    Lease shared = pool.leaseShared(7);
    String self = Thread.currentThread().toString();
    OtherThread.run(
        () -> {
          assertThat(confined).hasToString("lease of 100 bytes, confined to " + self);
          assertThat(shared).hasToString("lease of 7 bytes, shared");
        });
    confined.close();
    shared.close();
    assertThat(confined).hasToString("lease of 100 bytes, closed");
    assertThat(shared).hasToString("lease of 7 bytes, closed");
  }

  @Test
  void aPoolIsNotClosedUnderALease() {
    try (Lease lease = pool.lease(100)) {
      assertThatIllegalStateException().isThrownBy(pool::close);
      lease.segment().fill((byte) 1);
    }
  }
}
