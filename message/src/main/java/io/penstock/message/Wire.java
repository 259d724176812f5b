package io.penstock.message;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A transport's view of a message buffer: the bytes of a whole message, and room for one that
/// arrives. Programs do not need it.
///
/// A message that is committed, being read or arriving lies in one or more parts. The first one has
/// [#HEADER_ROOM] bytes ahead of it, in the same memory, that a transport may write to, so that its
/// own header and the message are one piece. A message without lent memory and without objects has
/// one part; so has one that arrives.
///
/// ```java
/// wire.hold();                                    // nobody takes the memory away meanwhile
/// try {
///   for (int part = 0; part < wire.parts(); part++) {
///     send(wire.memory(part), wire.offset(part), wire.bytes(part));
///   }
/// } finally {
///   wire.letGo();
/// }
/// ```
///
/// As the buffer itself, for one thread at a time; [#hold] and [#letGo] for any.
public final class Wire {
  /// How many bytes are free ahead of a message. With the headers of the message this makes the
  /// elements of its first section begin on a cache line.
  public static final int HEADER_ROOM = 80;

  /// The JDK makes none that is larger.
  private static final long MOST_IN_A_BUFFER = Integer.MAX_VALUE - 8;

  private final MessageBuffer buffer;
  private final Store store;
  private MemorySegment[] memories = new MemorySegment[4];
  private long[] offsets = new long[4];
  private long[] lengths = new long[4];

  /// Kept for the next message that lies where the last one lay.
  private @Nullable ByteBuffer[] buffers = new @Nullable ByteBuffer[4];

  private int count;
  private long total;
  private int holds;

  Wire(MessageBuffer buffer, Store store) {
    this.buffer = buffer;
    this.store = store;
    Arrays.fill(memories, MemorySegment.NULL);
  }

  /// The length of the message.
  ///
  /// @throws IllegalStateException if there is no whole message
  public long messageBytes() {
    requireWhole();
    return total;
  }

  private void requireWhole() {
    BufferState state = buffer.state();
    if (state == BufferState.WRITING || state == BufferState.FREE) {
      throw new IllegalStateException("no message to transport: the buffer is " + state);
    }
  }

  /// The number of parts, at least 1.
  ///
  /// @throws IllegalStateException if there is no whole message
  public int parts() {
    requireWhole();
    return count;
  }

  /// The memory in which a part lies; off the heap if the pool's memory is.
  public MemorySegment memory(int part) {
    requireWhole();
    return memories[Objects.checkIndex(part, count)];
  }

  /// Where in its memory a part begins. For the first part it is [#HEADER_ROOM].
  public long offset(int part) {
    requireWhole();
    return offsets[Objects.checkIndex(part, count)];
  }

  /// The length of a part.
  public long bytes(int part) {
    requireWhole();
    return lengths[Objects.checkIndex(part, count)];
  }

  /// A part, from one of its bytes on, as a byte buffer that is set to as much of it as a byte
  /// buffer can hold. The same object each time, as far as possible: it is used until the next
  /// call. For the first part the bytes ahead of its position are the free ones.
  ///
  /// @param from 0 to the length of the part
  public ByteBuffer buffer(int part, long from) {
    long length = bytes(part);
    Objects.checkIndex(from, length + 1);
    if (part == 0 && HEADER_ROOM + from < store.buffer().capacity()) {
      return set(store.buffer(), HEADER_ROOM + from, HEADER_ROOM + length);
    }
    if (length <= MOST_IN_A_BUFFER) {
      ByteBuffer made = buffers[part];
      if (made == null) {
        made = memory(part).asSlice(offset(part), length).asByteBuffer();
        buffers[part] = made;
      }
      return set(made, from, length);
    }
    long some = Math.min(length - from, MOST_IN_A_BUFFER);
    return memory(part).asSlice(offset(part) + from, some).asByteBuffer();
  }

  private static ByteBuffer set(ByteBuffer bytes, long from, long end) {
    int limit = Math.toIntExact(Math.min(end, bytes.capacity()));
    return bytes.limit(limit).position(Math.toIntExact(from));
  }

  /// Makes room for a message that is to arrive, as the only part. Fill it, then call [#arrived].
  ///
  /// @param bytes its length, as its sender claims
  /// @throws MalformedMessageException if it is negative or above the limit of the buffer; nothing
  ///   was allocated
  /// @throws IllegalStateException if anything was written to the buffer or it is not being written
  /// @throws io.penstock.memory.PoolExhaustedException if the pool does not allow it
  public void arriving(long bytes) {
    buffer.arriving(bytes);
  }

  /// Checks what has arrived; from here on it can be read.
  ///
  /// @throws MalformedMessageException if it is no message; the buffer is empty again and can be
  ///   written
  /// @throws IllegalStateException if nothing was arriving
  public void arrived() {
    buffer.arrived();
  }

  /// Keeps the memory from being given back while it is sent or received: until [#letGo], the
  /// buffer cannot be cleared or closed.
  ///
  /// @throws IllegalStateException if the buffer is free
  public synchronized void hold() {
    if (buffer.state() == BufferState.FREE) {
      throw new IllegalStateException("a message buffer that is free cannot be held");
    }
    holds++;
  }

  /// Ends one [#hold].
  ///
  /// @throws IllegalStateException if the buffer is not held
  public synchronized void letGo() {
    if (holds == 0) {
      throw new IllegalStateException("the message buffer is not held");
    }
    holds--;
  }

  synchronized void requireLoose(String purpose) {
    if (holds > 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "cannot %s a message buffer that a transport is sending or filling",
              purpose));
    }
  }

  // ---- the list of parts, for the buffer to fill
  // -------------------------------------------------

  /// The same address is not enough: segments at one are equal though the arena of one is closed.
  @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"})
  void add(MemorySegment memory, long offset, long length) {
    if (count == offsets.length) {
      widen();
    }
    if (memories[count] != memory || offsets[count] != offset || lengths[count] != length) {
      memories[count] = memory;
      offsets[count] = offset;
      lengths[count] = length;
      buffers[count] = null;
    }
    count++;
    total += length;
  }

  private void widen() {
    memories = Arrays.copyOf(memories, 2 * count);
    Arrays.fill(memories, count, 2 * count, MemorySegment.NULL);
    offsets = Arrays.copyOf(offsets, 2 * count);
    lengths = Arrays.copyOf(lengths, 2 * count);
    buffers = Arrays.copyOf(buffers, 2 * count);
  }

  void clear() {
    count = 0;
    total = 0;
  }

  /// Clears the list and drops its references to memory.
  void forget() {
    clear();
    Arrays.fill(memories, MemorySegment.NULL);
    Arrays.fill(buffers, null);
  }
}
