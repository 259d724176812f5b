package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.DrillTask;
import java.lang.foreign.Arena;

/// The allocators by the names that tasks call them.
final class Allocators {
  /// The option that names one.
  static final String OPTION = "allocator";

  private Allocators() {}

  /// The one that a task names.
  ///
  /// @throws AbsentException if this machine does not have it
  static Allocator<?> of(DrillTask task) throws AbsentException {
    String name = task.drill().option(OPTION);
    return switch (name) {
      case "heap-buffers" -> new HeapBuffers();
      case "direct-buffers" -> new DirectBuffers();
      case "confined-arena" -> new Arenas(Arena::ofConfined);
      case "shared-arena" -> new Arenas(Arena::ofShared);
      case "malloc" -> new Malloc();
      case "bare-stack" -> new BareStack();
      case "netty-pooled" -> Netty.pooled();
      case "netty-adaptive" -> Netty.adaptive();
      case Pools.DEFAULT -> new LeaseAllocator(Pools.named(name));
      default -> new BlockAllocator(Pools.named(name));
    };
  }
}
