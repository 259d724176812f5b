package io.penstock.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// Leases that cannot be made, or not be ended at this moment.
class LeaseTest {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final FunctionDescriptor COMPARATOR =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);

  private final BufferPool pool =
      BufferPools.buddy1(PoolOptions.defaults().withStorage(Storage.offHeap()));

  /// Called by C, which has the memory of the lease meanwhile.
  private record Ending(Lease lease, List<String> said) {
    @SuppressWarnings("UnusedMethod") // by its name
    int compare(MemorySegment first, MemorySegment second) {
      for (Runnable end : List.<Runnable>of(lease::close, lease::detach)) {
        try {
          end.run();
          said.add("ended");
        } catch (IllegalStateException e) {
          said.add("refused");
        }
      }
      return Long.compare(first.address(), second.address());
    }
  }

  @SuppressWarnings("restricted")
  private static void sort(MemorySegment two, Ending comparing) throws Throwable {
    MethodHandle compare =
        MethodHandles.lookup()
            .bind(
                comparing,
                "compare",
                MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
    MethodHandle qsort =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("qsort"),
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      qsort.invokeExact(two, 2L, 4L, LINKER.upcallStub(compare, COMPARATOR, arena));
    }
  }

  @Test
  void aLeaseLivesOnWhileCHasItsMemory() throws Throwable {
    for (BiFunction<BufferPool, Long, Lease> kind :
        List.<BiFunction<BufferPool, Long, Lease>>of(BufferPool::lease, BufferPool::leaseShared)) {
      Lease lease = kind.apply(pool, 8L);
      List<String> said = new ArrayList<>();
      sort(lease.segment(), new Ending(lease, said));
      assertThat(said).isNotEmpty().containsOnly("refused");
      assertThat(lease.toString()).doesNotContain("closed");
      assertThat(lease.pin().byteSize()).isEqualTo(8);
      lease.unpin();
      lease.close();
      assertThatIllegalStateException().isThrownBy(lease::close);
    }
    pool.close();
  }

  @Test
  void aBlockThatIsTooShortForItsLeaseIsGivenBack() {
    BufferPool arrays = BufferPools.buddy1(PoolOptions.defaults().withStorage(Storage.heap()));
    Block block = arrays.take(100);
    assertThatThrownBy(() -> Lease.confined(block, 200))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalStateException().isThrownBy(block::release);
    arrays.close();
  }

  @Test
  void whatOneThreadHadIsAttachedForAllOnce() throws Exception {
    Lease.Detached detached = pool.lease(100).detach();
    Lease shared = detached.attachShared();
    assertThatIllegalStateException()
        .isThrownBy(detached::attachShared)
        .withMessage("the lease was attached or closed before");
    OtherThread.run(
        () -> {
          shared.segment().fill((byte) 1);
          shared.close();
        });
    pool.close();
  }
}
