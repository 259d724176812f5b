package io.penstock.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/// A block for leases where memory cannot be bound to another lifetime, because native access is
/// denied: pages of a nameless file, which the JDK maps as often as it is asked, each time for a
/// lifetime of its own.
///
/// It stands for a block of a pool, which it keeps and releases with itself.
final class Mirror implements Block, Watched {
  private static final int SIZES = Long.SIZE;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static final Stash<SharedFile>[] STASHES = new Stash[SIZES];

  static {
    for (int i = 0; i < SIZES; i++) {
      long bytes = 1L << i;
      STASHES[i] = new Stash<>(8, () -> SharedFile.create(bytes));
    }
  }

  private final Block original;
  private final int size;
  private SharedFile file;

  private Mirror(Block original, int size, SharedFile file) {
    this.original = original;
    this.size = size;
    this.file = file;
  }

  /// Memory in place of a block's; where that has been done already, the same.
  static Mirror of(Block block, long bytes) {
    if (block instanceof Mirror mirror) {
      return mirror;
    }
    int size = Math.max(Long.numberOfTrailingZeros(ArenaRegion.ALIGNMENT), Buddy.level(bytes));
    return new Mirror(block, size, STASHES[size].take());
  }

  /// The memory, bound to an arena.
  MemorySegment view(long bytes, Arena arena) {
    try {
      return file.map(bytes, arena);
    } catch (ClosedChannelException e) {
      return renewed().view(bytes, arena); // an interrupt has closed the file
    } catch (IOException e) {
      throw new UncheckedIOException("the memory cannot be mapped", e);
    }
  }

  private Mirror renewed() {
    SharedFile other = SharedFile.create(1L << size);
    other.memory().copyFrom(file.memory());
    file = other;
    return this;
  }

  @Override
  public MemorySegment memory() {
    return file.memory();
  }

  @Override
  public ByteBuffer buffer() {
    return original.buffer();
  }

  @Override
  public void watch(Object holder) {
    if (original instanceof Watched watched) {
      watched.watch(holder);
    }
  }

  @Override
  public void release() {
    STASHES[size].give(file);
    original.release();
  }
}
