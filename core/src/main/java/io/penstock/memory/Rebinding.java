package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The binding of memory to another lifetime, which native access has to be granted for.
final class Rebinding {
  /// Whether it is. That is found out by an attempt, when this class is first used: it makes the
  /// JVM warn where native access was not granted.
  static final boolean ALLOWED = attempt();

  private Rebinding() {}

  private static boolean attempt() {
    try (Arena arena = Arena.ofConfined()) {
      return rebound(MemorySegment.NULL, 0, arena).byteSize() == 0;
    } catch (IllegalCallerException e) {
      return false; // native access is denied
    }
  }

  /// The same memory, bound to another lifetime.
  ///
  /// @throws IllegalCallerException if native access is denied
  @SuppressWarnings("restricted")
  static MemorySegment rebound(MemorySegment memory, long bytes, Arena arena) {
    return memory.reinterpret(bytes, arena, null);
  }
}
