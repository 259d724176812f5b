package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.message.Elements;
import io.penstock.message.MessageKind;
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
    if (memory instanceof Lease lease) {
      return new Pinned(lease);
    }
    return memory instanceof MemorySegment segment && Confinement.confines(segment)
        ? Staged.of(data, segment, outgoing, pool)
        : none(data);
  }

  /// What to name in the transfer.
  Object data();

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
}
