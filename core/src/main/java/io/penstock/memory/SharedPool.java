package io.penstock.memory;

import io.penstock.ffi.NativeAccess;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The pool of the process, which others use too: closing leaves it as it is.
///
/// Its first blocks are direct memory of the JDK's. To make the pool for general use takes a fresh
/// JVM a tenth of a second, since that maps pages by C functions, and many a program takes a block
/// or two and ends. It is made when there have been some more, they are longer, or C functions are
/// bound for another reason.
class SharedPool implements BufferPool {
  static final BufferPool POOL =
      Boolean.getBoolean("penstock.memory.strict")
          ? StrictPool.endless(new SharedPool())
          : new SharedPool();

  /// So many early blocks are taken.
  private static final int MOST_TAKES = 64;

  /// The longest early block.
  private static final long LONGEST = 4 << 20;

  /// As much memory early blocks have at the most. What is released when there is the pool goes to
  /// the collector, since others may want it (`-XX:MaxDirectMemorySize`); what is not is kept for
  /// ever: segments of leases that are lost may still reach it.
  private static final long MOST_BYTES = 16 << 20;

  private static final int ALIGNMENT = (int) StorageRegion.ALIGNMENT;

  private volatile @Nullable BufferPool made;

  private final List<ByteBuffer> idle = new ArrayList<>();
  private final Set<ByteBuffer> all = Collections.newSetFromMap(new IdentityHashMap<>());
  private long takes;
  private long liveBlocks;
  private long liveBytes;
  private long heldBytes;

  SharedPool() {}

  /// Whether it is known already whether C functions can be bound, so that the pool for general use
  /// costs no more than any other.
  boolean isNativeAccessTried() {
    return NativeAccess.isTried();
  }

  @Override
  public Block take(long bytes) {
    BufferPool pool = made;
    return pool == null ? takeEarly(bytes) : pool.take(bytes);
  }

  private Block takeEarly(long bytes) {
    if (bytes < 0) {
      throw Regions.negative(bytes);
    }
    ByteBuffer memory = memory(bytes);
    return memory == null ? pool().take(bytes) : new EarlyBlock(this, memory, bytes);
  }

  private synchronized @Nullable ByteBuffer memory(long bytes) {
    if (isNativeAccessTried() || bytes > LONGEST || takes == MOST_TAKES) {
      return null;
    }
    ByteBuffer found = found(bytes);
    if (found != null) {
      takes++;
      liveBlocks++;
      liveBytes += bytes;
    }
    return found;
  }

  private @Nullable ByteBuffer found(long bytes) {
    for (int i = 0; i < idle.size(); i++) {
      if (idle.get(i).capacity() >= bytes) {
        return idle.remove(i);
      }
    }
    int pages = Math.max(ALIGNMENT, (int) bytes + ALIGNMENT - 1 & -ALIGNMENT);
    if (heldBytes + pages > MOST_BYTES) {
      return null;
    }
    try {
      ByteBuffer fresh =
          ByteBuffer.allocateDirect(pages + ALIGNMENT).alignedSlice(ALIGNMENT).limit(pages).slice();
      all.add(fresh);
      heldBytes += pages;
      return fresh;
    } catch (OutOfMemoryError _) { // -XX:MaxDirectMemorySize; the pool has other memory
      return null;
    }
  }

  private synchronized void give(ByteBuffer memory, long bytes) {
    liveBlocks--;
    liveBytes -= bytes;
    idle.add(memory);
    dropIdle();
  }

  private void dropIdle() {
    if (made != null) {
      for (ByteBuffer memory : idle) {
        heldBytes -= memory.capacity();
        all.remove(memory);
      }
      idle.clear();
    }
  }

  private synchronized BufferPool pool() {
    BufferPool pool = made;
    if (pool == null) {
      pool = new CachedPool(PoolOptions.defaults());
      made = pool;
      dropIdle();
    }
    return pool;
  }

  @Override
  public final synchronized PoolStatistics statistics() {
    PoolStatistics early =
        new PoolStatistics(liveBlocks, liveBytes, 0, heldBytes, all.size(), takes);
    return made == null ? early : pool().statistics().plus(early);
  }

  /// What this is and holds, in one line.
  @Override
  public String toString() {
    return statistics().told("shared pool");
  }

  @Override
  public long trim() {
    BufferPool pool = made;
    return pool == null ? 0 : pool.trim();
  }

  @Override
  public void close() {}

  /// Direct memory, between its taking and its release.
  private static final class EarlyBlock implements Block {
    private final SharedPool pool;
    private final ByteBuffer memory;
    private final ByteBuffer buffer;
    private final long asked;
    private final AtomicInteger releases = new AtomicInteger();

    /// Made when it is asked for, and then once: a transfer allocates nothing.
    private @Nullable MemorySegment segment;

    EarlyBlock(SharedPool pool, ByteBuffer memory, long asked) {
      this.pool = pool;
      this.memory = memory;
      this.buffer = memory.duplicate();
      this.asked = asked;
    }

    @Override
    public MemorySegment memory() {
      MemorySegment made = segment;
      if (made == null) {
        made = MemorySegment.ofBuffer(memory);
        segment = made;
      }
      return made;
    }

    @Override
    public ByteBuffer buffer() {
      return buffer;
    }

    @Override
    public void release() {
      if (releases.getAndIncrement() > 0) {
        throw new IllegalStateException("the block was released before");
      }
      pool.give(memory, asked);
    }
  }
}
