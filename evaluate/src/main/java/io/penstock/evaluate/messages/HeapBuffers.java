package io.penstock.evaluate.messages;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Byte buffers on the heap, given back to the garbage collector: the document's indirect
/// allocation.
final class HeapBuffers implements Allocator<ByteBuffer> {
  @Override
  public ByteBuffer allocate(long bytes) {
    return ByteBuffer.allocate((int) bytes);
  }

  @Override
  public void release(ByteBuffer block) {}

  @Override
  public MemorySegment memory(ByteBuffer block) {
    return MemorySegment.ofBuffer(block);
  }
}
