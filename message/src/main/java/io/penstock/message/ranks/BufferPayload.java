package io.penstock.message.ranks;

import io.penstock.memory.Confinement;
import io.penstock.memory.PageFaults;
import io.penstock.message.BufferState;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.Wire;
import io.penstock.message.match.Payload;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A message buffer that is sent, or received into, as it lies; another one for each transfer.
final class BufferPayload implements Payload {
  private static final Wire NOTHING = new MessageBuffer().wire();

  /// Byte buffers end at 2 GiB; those that begin at a multiple of this reach further.
  private static final long WINDOW = 1L << 30;

  /// The longest byte buffer that the JDK makes.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private Wire wire = NOTHING;

  /// The memory that was asked for last, and a buffer over it that is this transfer's alone:
  /// [Wire#buffer] has one position, and another thread may be sending the message elsewhere.
  /// Neither keeps memory alive that its owner lets go.
  private WeakReference<MemorySegment> viewed = new WeakReference<>(MemorySegment.NULL);

  private WeakReference<ByteBuffer> view = new WeakReference<>(ByteBuffer.allocate(0));
  private long viewedFrom;

  /// Takes up a whole message.
  ///
  /// @throws IllegalStateException if it is not committed
  BufferPayload outgoing(MessageBuffer buffer) {
    buffer.wire().messageBytes();
    wire = buffer.wire();
    return this;
  }

  /// Takes up room for a message.
  ///
  /// @throws IllegalStateException if the buffer is not being written
  BufferPayload incoming(MessageBuffer buffer) {
    if (buffer.state() != BufferState.WRITING) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "cannot receive into a message buffer that is %s: clear() it first",
              buffer.state()));
    }
    wire = buffer.wire();
    return this;
  }

  /// Lets go of the buffer.
  BufferPayload forget() {
    wire = NOTHING;
    return this;
  }

  /// Whether a part of what is sent may be touched by this thread alone.
  boolean isConfined() {
    for (int part = 0; part < wire.parts(); part++) {
      if (Confinement.confines(wire.memory(part))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public MessageKind kind() {
    return MessageKind.BUFFER;
  }

  @Override
  public long bytes() {
    return wire.messageBytes();
  }

  @Override
  public void copyTo(long at, MemorySegment target, long targetAt, long count) {
    long begin = 0;
    for (int part = 0; part < wire.parts() && begin < at + count; part++) {
      long end = begin + wire.bytes(part);
      long from = Math.max(begin, at);
      long n = Math.min(end, at + count) - from;
      if (n > 0) {
        long place = wire.offset(part) + from - begin;
        MemorySegment.copy(wire.memory(part), place, target, targetAt + from - at, n);
        PageFaults.await(wire.memory(part), n);
      }
      begin = end;
    }
  }

  @Override
  public void admit(MessageKind sent, ByteOrder order, long arriving) {
    if (sent != MessageKind.BUFFER) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the message carries %s, the receiver expects a MessageBuffer: send and receive the same",
              sent));
    }
    wire.arriving(arriving);
  }

  @Override
  public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {
    MemorySegment.copy(source, sourceAt, wire.memory(0), wire.offset(0) + at, count);
  }

  @Override
  public void arrived() {
    wire.arrived();
  }

  @Override
  public boolean offHeap(long at) {
    return wire.memory(part(at)).isNative();
  }

  @Override
  public ByteBuffer buffer(long at, int limit) {
    int part = part(at);
    long done = at - begin(part);
    long from = wire.offset(part) + done;
    ByteBuffer bytes = view(wire.memory(part), from & -WINDOW);
    int first = (int) (from & (WINDOW - 1));
    int most = Math.min(limit, bytes.capacity() - first);
    return bytes.limit(first + (int) Math.min(most, wire.bytes(part) - done)).position(first);
  }

  private ByteBuffer view(MemorySegment memory, long from) {
    @Nullable ByteBuffer kept = view.get();
    if (kept != null && viewed.refersTo(memory) && viewedFrom == from) {
      return kept;
    }
    long length = Math.min(LONGEST, memory.byteSize() - from);
    ByteBuffer made = memory.asSlice(from, length).asByteBuffer();
    viewed = new WeakReference<>(memory);
    viewedFrom = from;
    view = new WeakReference<>(made);
    return made;
  }

  private int part(long at) {
    int part = 0;
    while (part < wire.parts() - 1 && begin(part + 1) <= at) {
      part++;
    }
    return part;
  }

  private long begin(int part) {
    long begin = 0;
    for (int i = 0; i < part; i++) {
      begin += wire.bytes(i);
    }
    return begin;
  }
}
