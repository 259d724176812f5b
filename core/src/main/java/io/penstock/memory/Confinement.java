package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Lets other threads reach memory that is confined to one, while that one waits for them.
///
/// The one who lifts answers for it that the memory stays: nothing checks the lifted segment's
/// lifetime.
public final class Confinement {
  /// Never started: a thread to ask about.
  private static final Thread STRANGER = new Thread(() -> {}, "stranger");

  private Confinement() {}

  /// Whether a segment is accessible by some threads alone.
  public static boolean confines(MemorySegment segment) {
    return !segment.isAccessibleBy(STRANGER);
  }

  /// Whether [#lift] can be used: native access is granted.
  public static boolean canLift() {
    return Views.allowed();
  }

  /// The same memory, accessible by any thread.
  ///
  /// @param segment off the heap
  /// @throws IllegalCallerException if native access is denied
  @SuppressWarnings("restricted")
  public static MemorySegment lift(MemorySegment segment) {
    return MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
  }

  /// A byte buffer over a block's memory, which stays as long as the block is out. Where that can
  /// be it has no lifetime to check: channels would make an object for each check.
  ///
  /// @param memory of at most 2 GiB
  static ByteBuffer buffer(MemorySegment memory) {
    return (memory.isNative() && Views.allowed() ? lift(memory) : memory).asByteBuffer();
  }
}
