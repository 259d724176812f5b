package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Lets other threads reach memory that is confined to one, while that one waits for them.
///
/// The one who lifts answers for it that the memory stays: nothing checks the lifted segment's
/// lifetime.
public final class Confinement {
  /// Never started: a thread to ask about.
  static final Thread STRANGER = new Thread(() -> {}, "stranger");

  /// The JDK makes no longer ones.
  private static final long LONGEST_BUFFER = Integer.MAX_VALUE - 8;

  private Confinement() {}

  /// Whether a segment is accessible by some threads alone.
  public static boolean confines(MemorySegment segment) {
    return !segment.isAccessibleBy(STRANGER);
  }

  /// Whether memory can be bound to another lifetime, and [#lift] be used: native access is
  /// granted.
  public static boolean canLift() {
    return Rebinding.ALLOWED;
  }

  /// The same memory, accessible by any thread.
  ///
  /// @param segment off the heap
  /// @throws IllegalStateException if its arena has ended
  /// @throws WrongThreadException if it is confined to another thread than the calling one
  /// @throws IllegalCallerException if native access is denied
  @SuppressWarnings("restricted")
  public static MemorySegment lift(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the memory is confined to another thread");
    }
    return MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
  }

  /// A byte buffer over the first 2 GiB of a block's memory, which stays as long as the block is
  /// out. Where that can be it has no lifetime to check: channels would make an object for each
  /// check.
  static ByteBuffer buffer(MemorySegment memory) {
    MemorySegment start = start(memory);
    return (start.isNative() && canLift() ? lift(start) : start).asByteBuffer();
  }

  /// As much of a block's memory as a byte buffer can have.
  static MemorySegment start(MemorySegment memory) {
    return memory.asSlice(0, Math.min(memory.byteSize(), LONGEST_BUFFER));
  }
}
