package io.penstock.message.ranks;

import io.penstock.array.Elements;
import io.penstock.array.Tile;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.memory.PageFaults;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Payload;
import io.penstock.message.match.TilePayload;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Data of a nonblocking transfer, kept such that other threads may access it until the transfer
/// ends: a pinned lease, a held message buffer, or a copy of memory that is confined to one thread.
final class PinnedData {
  /// No data.
  static final PinnedData NONE = plain(new byte[0]);

  /// As a transfer names it: an array, a segment, [Elements] or a [Payload].
  private final Object data;

  private final Runnable end;

  /// The confined memory, where there is some.
  private final @Nullable MemorySegment original;

  /// Copies as many bytes as were received to the confined memory.
  private final LongConsumer back;

  private PinnedData(Object data, Runnable end) {
    this(data, end, null, _ -> {});
  }

  private PinnedData(
      Object data, Runnable end, @Nullable MemorySegment original, LongConsumer back) {
    this.data = data;
    this.end = end;
    this.original = original;
    this.back = back;
  }

  /// @param outgoing whether the data is to be sent
  static PinnedData of(Object data, boolean outgoing, BufferPool pool) {
    if (data instanceof Tile tile) {
      return of(tile, outgoing, pool);
    }
    Object memory = ArgumentChecks.memory(data);
    if (memory instanceof MessageBuffer buffer) {
      return outgoing ? outgoing(buffer, pool) : incoming(buffer);
    }
    if (memory instanceof Lease lease) {
      return new PinnedData(lease.pin(), lease::unpin);
    }
    return memory instanceof MemorySegment segment && Confinement.confines(segment)
        ? copied(data, segment, outgoing, pool)
        : plain(data);
  }

  private static PinnedData of(Tile tile, boolean outgoing, BufferPool pool) {
    Object memory = ArgumentChecks.memory(tile);
    if (memory instanceof Lease lease) {
      return new PinnedData(new TilePayload(tile, lease.pin()), lease::unpin);
    }
    return memory instanceof MemorySegment segment && Confinement.confines(segment)
        ? copied(new TilePayload(tile), segment, outgoing, pool)
        : new PinnedData(new TilePayload(tile), () -> {});
  }

  /// Data that any thread may access at any time.
  static PinnedData plain(Object data) {
    return new PinnedData(data, () -> {});
  }

  private static PinnedData incoming(MessageBuffer buffer) {
    Payload payload = new BufferPayload().incoming(buffer);
    buffer.wire().hold();
    return new PinnedData(payload, buffer.wire()::letGo);
  }

  /// Memory that the message borrows and that is confined to a thread is copied.
  private static PinnedData outgoing(MessageBuffer buffer, BufferPool pool) {
    BufferPayload payload = new BufferPayload().outgoing(buffer);
    if (!payload.isConfined()) {
      buffer.wire().hold();
      return new PinnedData(payload, buffer.wire()::letGo);
    }
    long length = payload.bytes();
    Block block = filled(pool, length, target -> payload.copyTo(0, target, 0, length));
    try {
      buffer.wire().hold();
    } catch (RuntimeException e) {
      block.release();
      throw e;
    }
    return new PinnedData(
        new StoredPayload(MessageKind.BUFFER, block.memory().asSlice(0, length)),
        () -> {
          block.release();
          buffer.wire().letGo();
        });
  }

  private static PinnedData copied(
      Object data, MemorySegment segment, boolean outgoing, BufferPool pool) {
    MemorySegment original = segment;
    MessageKind kind = MessageKind.BYTES;
    if (data instanceof Elements elements) {
      kind = MessageKind.of(elements);
      long width = kind.elementBytes();
      original = segment.asSlice(elements.first() * width, elements.count() * width);
    }
    MemorySegment own = original;
    Block block =
        outgoing
            ? filled(pool, own.byteSize(), target -> copy(own, target, own.byteSize()))
            : pool.take(own.byteSize());
    MemorySegment copy = block.memory().asSlice(0, own.byteSize());
    return new PinnedData(
        named(copy, kind), block::release, original, bytes -> copy(copy, own, bytes));
  }

  private static PinnedData copied(
      TilePayload tile, MemorySegment original, boolean outgoing, BufferPool pool) {
    long length = tile.bytes();
    Block block =
        outgoing
            ? filled(pool, length, target -> tile.copyTo(0, target, 0, length))
            : pool.take(length);
    MemorySegment copy = block.memory().asSlice(0, length);
    return new PinnedData(
        named(copy, tile.kind()),
        block::release,
        original,
        bytes -> tile.copyFrom(copy, 0, 0, bytes));
  }

  private static void copy(MemorySegment from, MemorySegment to, long bytes) {
    MemorySegment.copy(from, 0, to, 0, bytes);
    PageFaults.await(from, bytes);
    PageFaults.await(to, bytes);
  }

  /// A block with a copy, which is given back if there can be none: the memory may have been freed,
  /// or be another thread's.
  private static Block filled(BufferPool pool, long length, Consumer<MemorySegment> copy) {
    Block block = pool.take(length);
    try {
      copy.accept(block.memory().asSlice(0, length));
      return block;
    } catch (RuntimeException | Error e) {
      block.release();
      throw e;
    }
  }

  private static Object named(MemorySegment copy, MessageKind kind) {
    return kind == MessageKind.BYTES ? copy : Elements.of(copy, kind.element());
  }

  /// The elements of data that is no message buffer.
  Region region() {
    return Region.of(data);
  }

  /// Names the data in a transfer.
  Transfer name(Transfer transfer) {
    return data instanceof Payload payload ? transfer.of(payload) : transfer.of(data);
  }

  /// Throws if [#copyBack] is another thread's affair.
  void requireOwner() {
    if (original != null && !original.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException(
          "what is received belongs to the thread whose arena it is in: await it there");
    }
  }

  /// Copies what was received to where its owner wants it.
  void copyBack(long bytes) {
    back.accept(bytes);
  }

  /// Ends it, once no other thread accesses the data.
  void end() {
    end.run();
  }
}
