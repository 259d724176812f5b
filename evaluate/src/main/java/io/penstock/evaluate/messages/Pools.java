package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.memory.BufferPool;
import java.util.List;

/// Penstock's pools by the names that the report shows.
final class Pools {
  private Pools() {}

  /// All of them.
  static List<String> names() {
    return List.of("penstock", "penstock-block");
  }

  static Allocator<?> named(String name) throws AbsentException {
    return switch (name) {
      case "penstock" -> new LeaseAllocator(BufferPool.shared());
      case "penstock-block" -> new BlockAllocator(BufferPool.shared());
      default -> throw new AbsentException("no such allocator: " + name);
    };
  }
}
