package io.penstock.evaluate.messages;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// A pool of Penstock as programs use it: every lease checked.
///
/// @param pool of one's own
record LeaseAllocator(BufferPool pool) implements Allocator<Lease> {
  @Override
  public Lease allocate(long bytes) {
    return pool.lease(bytes);
  }

  @Override
  public void release(Lease lease) {
    lease.close();
  }

  @Override
  public MemorySegment memory(Lease lease) {
    return lease.segment();
  }

  @Override
  public Object pass(Lease lease) {
    return lease.detach();
  }

  @Override
  public Lease accept(Object passed) {
    return ((Lease.Detached) passed).attach();
  }

  @Override
  public OptionalLong heldBytes() {
    return OptionalLong.of(pool.statistics().heldBytes());
  }

  @Override
  public void trim() {
    pool.trim();
  }

  @Override
  public void close() {
    pool.close();
  }
}
