package io.penstock.message.ranks;

import io.penstock.message.MessageKind;
import io.penstock.message.match.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Bytes that are sent as a message of some kind.
///
/// @param memory all of it is sent
record StoredPayload(MessageKind kind, MemorySegment memory) implements Payload {
  @Override
  public long bytes() {
    return memory.byteSize();
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    MemorySegment.copy(memory, at, target, targetAt, count);
  }

  @Override
  public void admit(MessageKind sent, ByteOrder order, long bytes) {
    throw new AssertionError("this is sent, not received into");
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    throw new AssertionError("this is sent, not received into");
  }

  @Override
  public void arrived() {}

  @Override
  public boolean offHeap(long at) {
    return false;
  }

  @Override
  public ByteBuffer buffer(long at, int limit) {
    throw new AssertionError("this is on the heap");
  }
}
