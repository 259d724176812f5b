package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/// The user's handle on a block of a [StrictPool]. Nothing else refers to it, so that a lost one is
/// noticed.
final class StrictBlock implements Block, Watched {
  private final Custody custody;
  private final MemorySegment memory;
  private final ByteBuffer buffer;

  StrictBlock(Custody custody, MemorySegment memory) {
    this.custody = custody;
    this.memory = memory;
    this.buffer = memory.asSlice(0, Math.min(memory.byteSize(), Integer.MAX_VALUE)).asByteBuffer();
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
    custody.watch(holder, memory.isNative() && holder != this);
  }

  @Override
  public void release() {
    try {
      custody.release();
    } finally {
      Reference.reachabilityFence(this); // not lost while it is released
    }
  }
}
