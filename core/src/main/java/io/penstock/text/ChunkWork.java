package io.penstock.text;

import java.io.IOException;

/// The work of one thread on the chunks that it takes. Belongs to its thread.
interface ChunkWork {
  /// Deals with a chunk.
  ///
  /// @throws Refusal if its user refuses a line
  /// @throws IOException if its user, or what waits for the result, fails
  void on(Chunk chunk) throws IOException;

  /// A chunk that this worker took will not be done.
  default void breakOff(long index) {}
}
