package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A pool that notices what others cannot afford to look for. For tests, and for finding out what
/// goes wrong; `-Dpenstock.memory.strict=true` makes [BufferPool#shared()] one.
///
/// | what is noticed | when | then |
/// |---|---|---|
/// | memory that was never given back | once nobody can reach it any more | it is given back |
/// | writing behind the end of a block, as native code can | at the release | the release throws an [IllegalStateException], the memory is given back |
/// | writing after the release | when the memory is about to be used again, see [#trim] | |
///
/// Each is counted, logged as an error (`System.Logger`, named after this package) with the line
/// that asked for the memory, and an event of Java Flight Recorder. Memory is filled with a pattern
/// when it is released and lies in quarantine for a while, so that those who read it notice too.
/// Memory on the heap, and where native access is denied memory that was taken without a lease, is
/// never given back for its user: whether somebody still reaches it cannot be known.
public final class StrictPool implements BufferPool {
  /// How much is filled with a pattern behind each block.
  private static final long CANARY = 64;

  private final BufferPool pool;
  private final PoolCounters counters = new PoolCounters();
  private final MisuseLog misuse;
  private final Quarantine quarantine = new Quarantine();
  private final boolean endless;
  private @Nullable Cleaner cleaner;
  private long out;
  private boolean closed;

  StrictPool(BufferPool pool) {
    this(pool, MisuseLog.logged());
  }

  StrictPool(BufferPool pool, MisuseLog misuse) {
    this(pool, misuse, false);
  }

  private StrictPool(BufferPool pool, MisuseLog misuse, boolean endless) {
    this.pool = pool;
    this.misuse = misuse;
    this.endless = endless;
  }

  /// One that is not closed, because others use it too.
  static StrictPool endless(BufferPool pool) {
    return new StrictPool(pool, MisuseLog.logged(), true);
  }

  @Override
  public Block take(long bytes) {
    TrackedBlock tracked = tracked(bytes);
    MemorySegment memory = tracked.memory();
    if (Confinement.canLift() && memory.isNative()) {
      MemorySegment view = Confinement.rebound(memory, bytes, Arena.ofAuto());
      StrictBlock block = new StrictBlock(tracked, view);
      block.watch(view.scope());
      return block;
    }
    StrictBlock block = new StrictBlock(tracked, memory);
    block.watch(block);
    return block;
  }

  @Override
  public Lease lease(long bytes) {
    TrackedBlock tracked = tracked(bytes);
    return new Lease(new StrictBlock(tracked, tracked.memory()), bytes);
  }

  private TrackedBlock tracked(long bytes) {
    SizeClasses.check(bytes);
    begin();
    try {
      TrackedBlock tracked = new TrackedBlock(this, cleaner(), takeBelow(bytes), bytes);
      counters.take(bytes);
      return tracked;
    } catch (RuntimeException | Error e) {
      end();
      throw e;
    }
  }

  private synchronized void begin() {
    if (closed) {
      throw Regions.closed();
    }
    out++;
  }

  private synchronized void end() {
    out--;
  }

  /// Made with the first block, because it starts a thread, and again with the next one where that
  /// cannot be.
  private synchronized Cleaner cleaner() {
    Cleaner made = cleaner;
    if (made == null) {
      made = Cleaner.create();
      cleaner = made;
    }
    return made;
  }

  private Block takeBelow(long bytes) {
    long withCanary = Math.min(bytes, Long.MAX_VALUE - CANARY) + CANARY;
    try {
      return pool.take(withCanary);
    } catch (PoolExhaustedException e) {
      quarantine.dismiss();
      return pool.take(withCanary);
    }
  }

  MisuseLog misuse() {
    return misuse;
  }

  /// Takes memory back that nobody is to use for a while.
  void retire(TrackedBlock tracked) {
    try {
      quarantine.admit(tracked);
    } finally {
      counters.release(tracked.bytes());
      end();
    }
  }

  /// How many blocks were never given back.
  public long leaks() {
    return misuse.leaks();
  }

  /// How many blocks were written to after their release.
  public long lateWrites() {
    return misuse.lateWrites();
  }

  /// How many blocks were written past their end.
  public long overruns() {
    return misuse.overruns();
  }

  @Override
  public PoolStatistics statistics() {
    PoolStatistics below = pool.statistics();
    return new PoolStatistics(
        counters.liveBlocks(),
        counters.liveBytes(),
        below.cachedBytes(),
        below.heldBytes(),
        below.regions(),
        counters.takes());
  }

  /// Looks through what is in quarantine and ends it, then trims the pool below.
  @Override
  public long trim() {
    long before = pool.statistics().heldBytes();
    quarantine.dismiss();
    pool.trim();
    return before - pool.statistics().heldBytes();
  }

  /// Gives all memory back to the system, and closes the pool below. What [BufferPool#shared()] has
  /// made stays as it is.
  @Override
  public synchronized void close() {
    if (endless || closed) {
      return;
    }
    if (out > 0) {
      throw Regions.stillOut(out);
    }
    quarantine.dismiss();
    pool.close();
    closed = true;
  }

  /// The user's handle on a block of a [StrictPool]. Nothing else refers to it, so that a lost one
  /// is noticed.
  private static final class StrictBlock implements Block, Lease.Watched {
    private final TrackedBlock tracked;
    private final MemorySegment memory;
    private final ByteBuffer buffer;

    StrictBlock(TrackedBlock tracked, MemorySegment memory) {
      this.tracked = tracked;
      this.memory = memory;
      this.buffer =
          memory.asSlice(0, Math.min(memory.byteSize(), Integer.MAX_VALUE)).asByteBuffer();
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public ByteBuffer buffer() {
      return buffer;
    }

    @Override
    public void watch(Object holder) {
      tracked.watch(holder, memory.isNative() && holder != this);
    }

    @Override
    public void release() {
      try {
        tracked.release();
      } finally {
        Reference.reachabilityFence(this); // not lost while it is released
      }
    }
  }

  /// Memory that was released and is kept from its next user for a while. Safe for any thread.
  private static final class Quarantine {
    private static final long MOST_BYTES = 16 << 20;
    private static final int MOST_BLOCKS = 1024;

    private final ArrayDeque<TrackedBlock> inside = new ArrayDeque<>();
    private long bytes;

    /// Takes memory in, and lets those go that were in it longest.
    void admit(TrackedBlock tracked) {
      tracked.poison();
      leave(tracked).forEach(TrackedBlock::end);
    }

    private synchronized List<TrackedBlock> leave(TrackedBlock tracked) {
      inside.add(tracked);
      bytes += tracked.bytes();
      return leaving(MOST_BYTES, MOST_BLOCKS);
    }

    /// Lets all go.
    void dismiss() {
      List<TrackedBlock> all;
      synchronized (this) {
        all = leaving(0, 0);
      }
      all.forEach(TrackedBlock::end);
    }

    private List<TrackedBlock> leaving(long mostBytes, int mostBlocks) {
      List<TrackedBlock> leaving = new ArrayList<>();
      while (inside.size() > mostBlocks || bytes > mostBytes) {
        TrackedBlock first = inside.remove();
        bytes -= first.bytes();
        leaving.add(first);
      }
      return leaving;
    }
  }
}
