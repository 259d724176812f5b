package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;

/// The record of a [StrictPool] for a block that is leased. Neither the block's memory nor its user
/// reaches the other through it.
final class TrackedBlock {
  private static final byte CANARY = (byte) 0xCA;
  private static final byte POISON = (byte) 0xDE;

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

  long bytes() {
    return bytes;
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
      pool.reportLeak(bytes, site);
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
      throw pool.reportOverrun(bytes, site);
    }
  }

  void poison() {
    block.memory().fill(POISON);
  }

  /// Gives the memory to the pool below.
  void end() {
    if (!holdsOnly(block.memory(), POISON)) {
      pool.reportLateWrite(bytes, site);
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
