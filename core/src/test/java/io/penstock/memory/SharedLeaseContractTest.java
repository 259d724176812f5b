package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What every shared lease promises, from every pool over every storage.
@ParameterizedClass
@MethodSource("io.penstock.memory.PoolCase#all")
class SharedLeaseContractTest {
  private static final int ROUNDS = 50;
  private static final int CLOSERS = 4;
  private static final long PATIENCE_SECONDS = 60;

  private final PoolCase each;
  private final BufferPool pool;

  SharedLeaseContractTest(PoolCase each) {
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
      try (Lease lease = pool.leaseShared(size)) {
        assertThat(lease.segment().byteSize()).isEqualTo(size);
        assertThat(lease.segment().address() % (size < 4096 ? 64 : 4096)).isZero();
      }
    }
    assertThatIllegalArgumentException().isThrownBy(() -> pool.leaseShared(-1));
  }

  @Test
  void anotherThreadUsesAndClosesIt() throws Exception {
    Lease lease = pool.leaseShared(100);
    lease.segment().fill((byte) 1);
    OtherThread.run(
        () -> {
          assertThat(lease.segment().toArray(JAVA_BYTE)).containsOnly(1);
          lease.segment().asByteBuffer().put(7, (byte) 2);
        });
    assertThat(lease.segment().get(JAVA_BYTE, 7)).isEqualTo((byte) 2);
    OtherThread.run(lease::close);
    assertThatIllegalStateException().isThrownBy(lease::close);
  }

  @Test
  void aSecondCloseThrowsInEveryThread() throws Exception {
    Lease lease = pool.leaseShared(100);
    lease.close();
    OtherThread.run(
        () -> {
          assertThatIllegalStateException()
              .isThrownBy(lease::close)
              .withMessage("the lease was closed or detached");
          assertThatIllegalStateException().isThrownBy(lease::detach);
          assertThatIllegalStateException().isThrownBy(lease::pin);
          assertThatIllegalStateException().isThrownBy(() -> lease.segment().get(JAVA_BYTE, 0));
        });
  }

  @Test
  void slicesAndBuffersDieInEveryThread() throws Exception {
    assumeFalse(each.isOnHeap(), "the JDK binds no memory on the heap to a lifetime");
    Lease lease = pool.leaseShared(100);
    MemorySegment slice = lease.segment().asSlice(10, 10);
    ByteBuffer buffer = lease.segment().asByteBuffer();
    lease.close();
    OtherThread.run(
        () -> {
          assertThatIllegalStateException().isThrownBy(() -> slice.fill((byte) 1));
          assertThatIllegalStateException().isThrownBy(() -> buffer.get(0));
        });
  }

  @Test
  void aPinnedLeaseLivesOnInEveryThread() throws Exception {
    Lease lease = pool.leaseShared(100);
    OtherThread.run(lease::pin);
    assertThatIllegalStateException()
        .isThrownBy(lease::close)
        .withMessageContaining("pinned 1 times");
    assertThatIllegalStateException().isThrownBy(lease::detach);
    lease.segment().fill((byte) 1);
    lease.unpin();
    OtherThread.run(lease::close);
  }

  @Test
  void aLeaseIsSharedAndConfinedAgainWithItsBytes() throws Exception {
    Lease first = pool.lease(100);
    first.segment().fill((byte) 3);
    Lease shared = first.detach().attachShared();
    OtherThread.run(() -> shared.segment().set(JAVA_BYTE, 1, (byte) 4));
    Lease.Detached detached = OtherThread.call(shared::detach);
    assertThatIllegalStateException().isThrownBy(shared::close);
    try (Lease last = detached.attach()) {
      assertThat(last.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) 3);
      assertThat(last.segment().get(JAVA_BYTE, 1)).isEqualTo((byte) 4);
    }
    assertThatIllegalStateException().isThrownBy(detached::attachShared);
  }

  @Test
  void ofSeveralThreadsThatCloseAtOnceOneSucceeds() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Lease lease = pool.leaseShared(1000);
      CyclicBarrier start = new CyclicBarrier(CLOSERS);
      List<Future<Boolean>> closers =
          Threads.start(
              CLOSERS,
              () -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return closes(lease);
              });
      assertThat(Threads.results(closers)).containsOnlyOnce(true);
      assertThat(pool.statistics().liveBlocks()).isZero();
    }
  }

  private static boolean closes(Lease lease) {
    try {
      lease.close();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Test
  void whoUsesItWhileItIsClosedNeverReachesTheNextOnesMemory() throws Exception {
    assumeFalse(each.isOnHeap(), "the JDK binds no memory on the heap to a lifetime");
    for (int round = 0; round < ROUNDS; round++) {
      Lease lease = pool.leaseShared(1000);
      MemorySegment kept = lease.segment();
      CountDownLatch begun = new CountDownLatch(2);
      List<Future<Boolean>> writers = Threads.start(2, () -> writesUntilRefused(kept, begun));
      assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      lease.close();
      try (Lease next = pool.lease(1000)) {
        next.segment().fill((byte) 2);
        assertThat(Threads.results(writers)).containsOnly(true);
        assertThat(next.segment().toArray(JAVA_BYTE)).containsOnly(2);
      }
    }
  }

  private static boolean writesUntilRefused(MemorySegment memory, CountDownLatch begun) {
    try {
      memory.fill((byte) 1);
      begun.countDown();
      while (true) {
        memory.fill((byte) 1);
        memory.set(JAVA_BYTE, 999, (byte) 1);
      }
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Test
  void whoHasPinnedItHasItsMemoryUntilTheUnpin() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Lease lease = pool.leaseShared(1000);
      CyclicBarrier start = new CyclicBarrier(2);
      List<Future<Boolean>> users =
          Threads.start(
              1,
              () -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return pinsUntilRefused(lease);
              });
      start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      while (!closes(lease)) {
        Thread.onSpinWait();
      }
      try (Lease next = pool.lease(1000)) {
        next.segment().fill((byte) 2);
        assertThat(Threads.results(users)).containsOnly(true);
        assertThat(next.segment().toArray(JAVA_BYTE)).containsOnly(2);
      }
    }
  }

  /// @return whether the memory was its own whenever it was pinned
  private static boolean pinsUntilRefused(Lease lease) {
    boolean own = true;
    try {
      while (true) {
        MemorySegment memory = lease.pin();
        memory.fill((byte) 1);
        own &= memory.get(JAVA_BYTE, 500) == 1;
        lease.unpin();
        Thread.onSpinWait();
      }
    } catch (IllegalStateException e) {
      return own;
    }
  }

  /// Threads that do the same at once.
  private static final class Threads {
    private Threads() {}

    static <T> List<Future<T>> start(int count, Callable<T> work) {
      List<Future<T>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        all.add(task);
      }
      return all;
    }

    static <T> List<T> results(List<Future<T>> all) throws Exception {
      List<T> results = new ArrayList<>();
      for (Future<T> one : all) {
        results.add(one.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      }
      return results;
    }
  }
}
