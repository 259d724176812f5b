package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.message.Elements;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Payload;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;

/// Data as other threads may touch it while its owner does something else.
interface Loan {
  /// Of memory that is everybody's anyway.
  static Loan none(Object data) {
    return () -> data;
  }

  /// Of any memory.
  ///
  /// @param outgoing whether it is to be sent
  static Loan of(Object data, boolean outgoing, BufferPool pool) {
    Object memory = data instanceof Elements elements ? elements.memory() : data;
    if (memory instanceof MessageBuffer buffer) {
      return outgoing ? Held.outgoing(buffer, pool) : Held.incoming(buffer);
    }
    if (memory instanceof Lease lease) {
      return new Pinned(lease);
    }
    return memory instanceof MemorySegment segment && Confinement.confines(segment)
        ? Staged.of(data, segment, outgoing, pool)
        : none(data);
  }

  /// What to name in a transfer.
  Object data();

  /// Names it.
  default Transfer name(Transfer transfer) {
    return transfer.of(data());
  }

  /// Throws if [#bring] is another thread's affair.
  default void requireOwner() {}

  /// Copies what was received to where the owner wants it.
  default void bring(long bytes) {}

  /// Ends it, once nobody else touches the data.
  default void end() {}

  /// A lease that cannot be closed meanwhile.
  final class Pinned implements Loan {
    private final Lease lease;
    private final MemorySegment memory;

    Pinned(Lease lease) {
      this.lease = lease;
      this.memory = lease.pin();
    }

    @Override
    public Object data() {
      return memory;
    }

    @Override
    public void end() {
      lease.unpin();
    }
  }

  /// Memory of one thread, by way of a block of the pool.
  final class Staged implements Loan {
    private final MemorySegment original;
    private final MessageKind kind;
    private final Block block;

    private Staged(MemorySegment original, MessageKind kind, Block block) {
      this.original = original;
      this.kind = kind;
      this.block = block;
    }

    static Staged of(Object data, MemorySegment segment, boolean outgoing, BufferPool pool) {
      Staged staged =
          data instanceof Elements elements
              ? new Staged(
                  slice(elements, segment),
                  elements.kind(),
                  take(pool, elements.count() * elements.kind().elementBytes()))
              : new Staged(segment, MessageKind.BYTES, take(pool, segment.byteSize()));
      if (outgoing) {
        staged.memory().copyFrom(staged.original);
      }
      return staged;
    }

    private static MemorySegment slice(Elements elements, MemorySegment segment) {
      long width = elements.kind().elementBytes();
      return segment.asSlice(elements.first() * width, elements.count() * width);
    }

    private static Block take(BufferPool pool, long bytes) {
      return pool.take(bytes);
    }

    private MemorySegment memory() {
      return block.memory().asSlice(0, original.byteSize());
    }

    @Override
    public Object data() {
      return kind == MessageKind.BYTES ? memory() : Elements.of(memory(), kind.element());
    }

    @Override
    public void requireOwner() {
      if (!original.isAccessibleBy(Thread.currentThread())) {
        throw new WrongThreadException(
            "what is received belongs to the thread whose arena it is in: await it there");
      }
    }

    @Override
    public void bring(long bytes) {
      MemorySegment.copy(block.memory(), 0, original, 0, bytes);
    }

    @Override
    public void end() {
      block.release();
    }
  }

  /// A message buffer that cannot be cleared meanwhile.
  final class Held implements Loan {
    private final MessageBuffer buffer;
    private final Payload payload;
    private final Block block;

    private Held(MessageBuffer buffer, Payload payload, Block block) {
      this.buffer = buffer;
      this.payload = payload;
      this.block = block;
      buffer.wire().hold();
    }

    static Held incoming(MessageBuffer buffer) {
      return new Held(buffer, new BufferPayload().incoming(buffer), BufferPool.shared().take(0));
    }

    /// What is lent to the message and confined to a thread goes by way of the pool.
    static Held outgoing(MessageBuffer buffer, BufferPool pool) {
      BufferPayload payload = new BufferPayload().outgoing(buffer);
      if (!payload.isConfined()) {
        return new Held(buffer, payload, pool.take(0));
      }
      Block copy = pool.take(payload.bytes());
      MemorySegment bytes = copy.memory().asSlice(0, payload.bytes());
      payload.copyTo(0, bytes, 0, bytes.byteSize());
      return new Held(buffer, new StoredPayload(MessageKind.BUFFER, bytes), copy);
    }

    @Override
    public Object data() {
      return buffer;
    }

    @Override
    public Transfer name(Transfer transfer) {
      return transfer.of(payload);
    }

    @Override
    public void end() {
      block.release();
      buffer.wire().letGo();
    }
  }
}
