package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A piece of a pool's memory, between [BufferPool#take] and [#release].
///
/// For implementations of pools, and for transfers inside the library that must not allocate: a
/// block is reused for the next user, so that using it after its release corrupts another's memory.
/// Programs use a [Lease].
///
/// Belongs to one user at a time, who may pass it between threads.
public interface Block extends AutoCloseable {
  /// The memory, accessible by any thread; at least as long as was asked for.
  MemorySegment memory();

  /// The first 2 GiB of [#memory], always the same object: its position, limit and order are the
  /// user's, who finds it cleared and big-endian.
  ByteBuffer buffer();

  /// Gives the block back to its pool.
  ///
  /// @throws IllegalStateException if it was not taken, as far as the pool can tell
  void release();

  /// Releases the block, at the end of a `try`.
  @Override
  default void close() {
    release();
  }
}
