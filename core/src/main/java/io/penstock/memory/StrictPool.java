package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
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
  private final Tally tally = new Tally();
  private final Incidents incidents;
  private final Quarantine quarantine = new Quarantine();
  private final boolean endless;
  private @Nullable Cleaner cleaner;
  private long out;
  private boolean closed;

  StrictPool(BufferPool pool) {
    this(pool, Incidents.logged());
  }

  StrictPool(BufferPool pool, Incidents incidents) {
    this(pool, incidents, false);
  }

  private StrictPool(BufferPool pool, Incidents incidents, boolean endless) {
    this.pool = pool;
    this.incidents = incidents;
    this.endless = endless;
  }

  /// One that is not closed, because others use it too.
  static StrictPool endless(BufferPool pool) {
    return new StrictPool(pool, Incidents.logged(), true);
  }

  @Override
  public Block take(long bytes) {
    Custody custody = custody(bytes);
    MemorySegment memory = custody.memory();
    if (Views.allowed() && memory.isNative()) {
      MemorySegment view = Views.rebound(memory, bytes, Arena.ofAuto());
      StrictBlock block = new StrictBlock(custody, view);
      block.watch(view.scope());
      return block;
    }
    StrictBlock block = new StrictBlock(custody, memory);
    block.watch(block);
    return block;
  }

  @Override
  public Lease lease(long bytes) {
    Custody custody = custody(bytes);
    return new Lease(new StrictBlock(custody, custody.memory()), bytes);
  }

  private Custody custody(long bytes) {
    Requests.check(bytes);
    begin();
    try {
      Custody custody = new Custody(this, cleaner(), takeBelow(bytes), bytes);
      tally.take(bytes);
      return custody;
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

  Incidents incidents() {
    return incidents;
  }

  /// Takes memory back that nobody is to use for a while.
  void retire(Custody custody) {
    try {
      quarantine.admit(custody);
    } finally {
      tally.release(custody.bytes());
      end();
    }
  }

  /// How many blocks were never given back.
  public long leaks() {
    return incidents.leaks();
  }

  /// How many blocks were written to after their release.
  public long lateWrites() {
    return incidents.lateWrites();
  }

  /// How many blocks were written past their end.
  public long overruns() {
    return incidents.overruns();
  }

  @Override
  public PoolStatistics statistics() {
    PoolStatistics below = pool.statistics();
    return new PoolStatistics(
        tally.liveBlocks(),
        tally.liveBytes(),
        below.cachedBytes(),
        below.heldBytes(),
        below.regions(),
        tally.takes());
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
}
