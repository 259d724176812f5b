package io.penstock.evaluate.messages;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Byte buffers outside the heap, given back to the garbage collector: the document's direct
/// allocation.
final class DirectBuffers implements Allocator<ByteBuffer> {
  @Override
  public ByteBuffer allocate(long bytes) {
    return ByteBuffer.allocateDirect((int) bytes);
  }

  @Override
  public void release(ByteBuffer block) {}

  @Override
  public MemorySegment memory(ByteBuffer block) {
    return MemorySegment.ofBuffer(block);
  }
}
