package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
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
  private static final long CANARY_BYTES = 64;

  private static final byte CANARY = (byte) 0xCA;
  private static final byte POISON = (byte) 0xDE;

  private static final long MOST_QUARANTINED_BYTES = 16 << 20;
  private static final int MOST_QUARANTINED_BLOCKS = 1024;

  private static final System.Logger LOG = System.getLogger("io.penstock.memory");

  /// The classes whose frames lie above the line that asked for the memory.
  private static final Set<String> OWN =
      Set.of(
          TrackedBlock.class.getName(),
          StrictPool.class.getName(),
          BufferPool.class.getName(),
          Lease.class.getName());

  private final BufferPool pool;
  private final BiConsumer<String, Throwable> log;
  private final AtomicLong leaks = new AtomicLong();
  private final AtomicLong lateWrites = new AtomicLong();
  private final AtomicLong overruns = new AtomicLong();

  /// Memory that was released and is kept from its next user for a while; guarded by itself.
  private final ArrayDeque<TrackedBlock> quarantine = new ArrayDeque<>();

  private long quarantinedBytes;
  private final boolean endless;
  private @Nullable Cleaner cleaner;
  private long out;
  private long liveBytes;
  private long takes;
  private boolean closed;

  /// A pool that logs misuse by the JDK's logger.
  StrictPool(BufferPool pool) {
    this(pool, StrictPool::logError);
  }

  /// @param log takes each message, with the stack that asked for the memory
  StrictPool(BufferPool pool, BiConsumer<String, Throwable> log) {
    this(pool, log, false);
  }

  private StrictPool(BufferPool pool, BiConsumer<String, Throwable> log, boolean endless) {
    this.pool = pool;
    this.log = log;
    this.endless = endless;
  }

  /// A pool that [#close] leaves open, because others use it too.
  static StrictPool endless(BufferPool pool) {
    return new StrictPool(pool, StrictPool::logError, true);
  }

  private static void logError(String message, Throwable site) {
    LOG.log(System.Logger.Level.ERROR, message, site);
  }

  @Override
  public Block take(long bytes) {
    TrackedBlock tracked = tracked(bytes);
    MemorySegment memory = tracked.memory();
    if (Rebinding.ALLOWED && memory.isNative()) {
      MemorySegment view = Rebinding.rebound(memory, bytes, Arena.ofAuto());
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
    return Lease.confined(unguarded(bytes), bytes);
  }

  @Override
  public Lease leaseShared(long bytes) {
    return Lease.shared(unguarded(bytes), bytes);
  }

  /// A block that its lease watches.
  private StrictBlock unguarded(long bytes) {
    TrackedBlock tracked = tracked(bytes);
    return new StrictBlock(tracked, tracked.memory());
  }

  private TrackedBlock tracked(long bytes) {
    if (bytes < 0) {
      throw Regions.negative(bytes);
    }
    synchronized (this) {
      if (closed) {
        throw Regions.closed();
      }
      out++;
    }
    try {
      TrackedBlock tracked = new TrackedBlock(this, cleaner(), takeBelow(bytes), bytes);
      synchronized (this) {
        takes++;
        liveBytes += bytes;
      }
      return tracked;
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        out--;
      }
      throw e;
    }
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
    long withCanary = Math.min(bytes, Long.MAX_VALUE - CANARY_BYTES) + CANARY_BYTES;
    try {
      return pool.take(withCanary);
    } catch (PoolExhaustedException e) {
      endQuarantine();
      return pool.take(withCanary);
    }
  }

  /// Puts released memory into quarantine, and ends that of the blocks that were in it longest.
  private void retire(TrackedBlock tracked) {
    try {
      tracked.block.memory().fill(POISON);
      List<TrackedBlock> leaving;
      synchronized (quarantine) {
        quarantine.add(tracked);
        quarantinedBytes += tracked.bytes;
        leaving = leaving(MOST_QUARANTINED_BYTES, MOST_QUARANTINED_BLOCKS);
      }
      leaving.forEach(TrackedBlock::end);
    } finally {
      synchronized (this) {
        liveBytes -= tracked.bytes;
        out--;
      }
    }
  }

  private void endQuarantine() {
    List<TrackedBlock> all;
    synchronized (quarantine) {
      all = leaving(0, 0);
    }
    all.forEach(TrackedBlock::end);
  }

  private List<TrackedBlock> leaving(long mostBytes, int mostBlocks) {
    List<TrackedBlock> leaving = new ArrayList<>();
    while (quarantine.size() > mostBlocks || quarantinedBytes > mostBytes) {
      TrackedBlock first = quarantine.remove();
      quarantinedBytes -= first.bytes;
      leaving.add(first);
    }
    return leaving;
  }

  private String report(AtomicLong count, long bytes, String what, Throwable site) {
    String message =
        String.format(Locale.ROOT, "%d bytes asked for at %s %s", bytes, line(site), what);
    log.accept(message, site);
    Recorder.misused(message, bytes);
    count.incrementAndGet();
    return message;
  }

  /// The first line of the user's code.
  private static String line(Throwable site) {
    for (StackTraceElement frame : site.getStackTrace()) {
      if (!OWN.contains(frame.getClassName())) {
        return frame.toString();
      }
    }
    return "an unknown line";
  }

  /// How many blocks were never given back.
  public long leaks() {
    return leaks.get();
  }

  /// How many blocks were written to after their release.
  public long lateWrites() {
    return lateWrites.get();
  }

  /// How many blocks were written past their end.
  public long overruns() {
    return overruns.get();
  }

  @Override
  public PoolStatistics statistics() {
    PoolStatistics below = pool.statistics();
    synchronized (this) {
      return new PoolStatistics(
          out, liveBytes, below.cachedBytes(), below.heldBytes(), below.regions(), takes);
    }
  }

  /// What this is, holds and has found, in one line.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s; %s leaks, %s late writes, %s overruns",
        statistics().told("strict pool"),
        leaks,
        lateWrites,
        overruns);
  }

  /// Looks through what is in quarantine and ends it, then trims the pool below.
  @Override
  public long trim() {
    long before = pool.statistics().heldBytes();
    endQuarantine();
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
    endQuarantine();
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
      this.buffer = Confinement.start(memory).asByteBuffer();
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

  /// The record of a [StrictPool] for a block that is leased. Neither the block's memory nor its
  /// user reaches the other through it.
  private static final class TrackedBlock {
    private final StrictPool pool;
    private final Cleaner cleaner;
    private final Block block;
    private final long bytes;
    private final Throwable site = new Throwable("the memory was asked for here");
    private boolean released;
    private int holder;

    TrackedBlock(StrictPool pool, Cleaner cleaner, Block block, long bytes) {
      this.pool = pool;
      this.cleaner = cleaner;
      this.block = block;
      this.bytes = bytes;
      slack().fill(CANARY);
    }

    /// As much memory as was asked for.
    MemorySegment memory() {
      return block.memory().asSlice(0, bytes);
    }

    private MemorySegment slack() {
      return block.memory().asSlice(bytes);
    }

    /// Has the memory be reported when its holder is lost.
    ///
    /// @param reclaim whether nobody else can reach the memory then
    synchronized void watch(Object object, boolean reclaim) {
      holder++;
      int number = holder;
      cleaner.register(object, () -> lost(number, reclaim));
    }

    private void lost(int number, boolean reclaim) {
      if (claim(number)) {
        if (reclaim) {
          pool.retire(this);
        }
        pool.report(pool.leaks, bytes, "were never given back", site);
      }
    }

    private synchronized boolean claim(int number) {
      boolean lost = !released && number == holder;
      released |= lost;
      return lost;
    }

    /// @throws IllegalStateException if it was released before, or was written past its end
    void release() {
      synchronized (this) {
        if (released) {
          throw new IllegalStateException("the block was released before", site);
        }
        released = true;
      }
      boolean overrun = !holdsOnly(slack(), CANARY);
      pool.retire(this);
      if (overrun) {
        throw new IllegalStateException(
            pool.report(pool.overruns, bytes, "were written past their end", site), site);
      }
    }

    /// Gives the memory to the pool below.
    void end() {
      if (!holdsOnly(block.memory(), POISON)) {
        pool.report(pool.lateWrites, bytes, "were written to after they were given back", site);
      }
      block.release();
    }

    private static boolean holdsOnly(MemorySegment memory, byte value) {
      long all = (value & 0xFFL) * 0x0101010101010101L;
      long longs = memory.byteSize() & -Long.BYTES;
      for (long at = 0; at < longs; at += Long.BYTES) {
        if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at) != all) {
          return false;
        }
      }
      for (long at = longs; at < memory.byteSize(); at++) {
        if (memory.get(ValueLayout.JAVA_BYTE, at) != value) {
          return false;
        }
      }
      return true;
    }
  }
}
