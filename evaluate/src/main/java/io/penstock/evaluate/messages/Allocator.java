package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// One way of getting memory and giving it back.
///
/// @param <T> what it hands out
interface Allocator<T> extends AutoCloseable {
  /// Gets a block of at least so many bytes.
  T allocate(long bytes);

  /// Gives a block back.
  void release(T block);

  /// The memory of a block, to write to.
  MemorySegment memory(T block);

  /// What the calling thread hands to another one instead of a block.
  ///
  /// @throws AbsentException if blocks cannot change threads
  default Object pass(T block) throws AbsentException {
    return block;
  }

  /// The block that the calling thread takes over from another one.
  @SuppressWarnings("unchecked")
  default T accept(Object passed) {
    return (T) passed;
  }

  /// A thread of the kind that this allocator is fastest on, not started.
  default Thread thread(Runnable task) {
    return Thread.ofPlatform().unstarted(task);
  }

  /// What it has from the system by its own count; empty if it keeps none.
  default OptionalLong heldBytes() {
    return OptionalLong.empty();
  }

  /// Gives back to the system what it can.
  default void trim() {}

  @Override
  default void close() {}
}
