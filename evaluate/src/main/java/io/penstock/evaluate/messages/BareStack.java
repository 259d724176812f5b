package io.penstock.evaluate.messages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A stack of blocks in a field of the thread, one for each power of two, which are never given
/// back: the least that keeping memory can cost, and no pool.
final class BareStack implements Allocator<BareStack.Block> {
  private static final int DEPTH = 1024;

  /// A block that knows its class.
  record Block(MemorySegment memory, int size) {}

  private static final class Owner extends Thread {
    private final Block[][] stacks = new Block[Long.SIZE][DEPTH];
    private final int[] tops = new int[Long.SIZE];

    Owner(Runnable task) {
      super(task);
    }
  }

  @Override
  public Thread thread(Runnable task) {
    return new Owner(task);
  }

  @Override
  public Block allocate(long bytes) {
    int size = Long.SIZE - Long.numberOfLeadingZeros(bytes - 1);
    Owner owner = (Owner) Thread.currentThread();
    int top = owner.tops[size];
    if (top == 0) {
      return new Block(Arena.ofAuto().allocate(1L << size, 64), size);
    }
    owner.tops[size] = top - 1;
    return owner.stacks[size][top - 1];
  }

  @Override
  public void release(Block block) {
    Owner owner = (Owner) Thread.currentThread();
    int size = block.size;
    owner.stacks[size][owner.tops[size]++] = block;
  }

  @Override
  public MemorySegment memory(Block block) {
    return block.memory;
  }
}
