package io.penstock.text;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Memory for a block of a text, on the heap and off it, as far as it is wanted. Belongs to one
/// worker, which closes it.
final class BlockRoom implements AutoCloseable {
  /// Processors copy fastest to where a page begins.
  private static final long PAGE = 4096;

  private final int bytes;
  private final Arena arena = Arena.ofConfined();
  private byte[] array = {};
  private long[] words = {};
  private Optional<MemorySegment> memory = Optional.empty();

  /// @param bytes of a block
  BlockRoom(int bytes) {
    this.bytes = bytes;
  }

  int bytes() {
    return bytes;
  }

  byte[] array() {
    if (array.length == 0) {
      array = new byte[bytes];
    }
    return array;
  }

  long[] words() {
    if (words.length == 0) {
      words = new long[Math.ceilDiv(bytes, Long.BYTES)];
    }
    return words;
  }

  MemorySegment memory() {
    if (memory.isEmpty()) {
      memory = Optional.of(arena.allocate(bytes, PAGE));
    }
    return memory.get();
  }

  @Override
  public void close() {
    arena.close();
  }
}
