package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The same memory again, bound to another lifetime.
final class Views {
  private static final boolean ALLOWED = attempt();

  private Views() {}

  private static boolean attempt() {
    try (Arena arena = Arena.ofConfined()) {
      return rebound(MemorySegment.NULL, 0, arena).byteSize() == 0;
    } catch (IllegalCallerException e) {
      return false; // native access is denied
    }
  }

  /// Whether this JVM lets Penstock bind memory anew. Where native access is denied it does not.
  static boolean allowed() {
    return ALLOWED;
  }

  @SuppressWarnings("restricted")
  static MemorySegment rebound(MemorySegment memory, long bytes, Arena arena) {
    return memory.reinterpret(bytes, arena, null);
  }
}
