package io.penstock.message.match;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/// Room for one message of a kind whose size is not known before it comes.
public final class RoomPayload implements Payload {
  private final BufferPool pool;
  private final MessageKind kind;
  private final long limit;
  private Block block;
  private long bytes;

  /// @param limit the longest message that is admitted
  public RoomPayload(BufferPool pool, MessageKind kind, long limit) {
    this.pool = pool;
    this.kind = kind;
    this.limit = limit;
    this.block = pool.take(0);
  }

  /// The payload that came.
  public MemorySegment received() {
    return block.memory().asSlice(0, bytes);
  }

  /// Gives the memory back.
  public void release() {
    block.release();
  }

  @Override
  public MessageKind kind() {
    return kind;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    MemorySegment.copy(block.memory(), at, target, targetAt, count);
  }

  @Override
  public void admit(MessageKind sent, ByteOrder order, long arriving) {
    if (!kind.accepts(sent)) {
      throw new MessageException(
          String.format(
              Locale.ROOT, "the message carries %s, the receiver expects %s", sent, kind));
    }
    if (arriving > limit) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the message has %d bytes, the receiver admits %d: raise its limit",
              arriving,
              limit));
    }
    Block larger = pool.take(arriving); // which may fail, and this one stays
    block.release();
    block = larger;
    bytes = arriving;
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    MemorySegment.copy(source, sourceAt, block.memory(), at, count);
  }

  @Override
  public void arrived() {}

  @Override
  public boolean offHeap(long at) {
    return block.memory().isNative() && at < Integer.MAX_VALUE;
  }

  @Override
  public ByteBuffer buffer(long at, int limitBytes) {
    int n = (int) Math.min(limitBytes, Math.min(bytes, Integer.MAX_VALUE) - at);
    return block.buffer().limit((int) at + n).position((int) at);
  }
}
