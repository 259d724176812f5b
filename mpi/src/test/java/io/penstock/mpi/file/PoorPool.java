package io.penstock.mpi.file;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.testing.ForwardedPool;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/// A pool that has no second block of a length.
final class PoorPool extends ForwardedPool {
  private PoorPool(long bytes) {
    super(BufferPools.cached(PoolOptions.defaults()), refusal(bytes));
  }

  private static LongConsumer refusal(long bytes) {
    AtomicInteger taken = new AtomicInteger();
    return wanted -> {
      if (wanted == bytes && taken.incrementAndGet() == 2) {
        throw new PoolExhaustedException("no second block of " + bytes + " bytes");
      }
    };
  }

  /// Puts one in the place of the shared pool of this process.
  static void share(long bytes) {
    try {
      Field made = BufferPool.shared().getClass().getDeclaredField("made");
      made.setAccessible(true);
      made.set(BufferPool.shared(), new PoorPool(bytes));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the shared pool is kept elsewhere by now", e);
    }
  }
}
