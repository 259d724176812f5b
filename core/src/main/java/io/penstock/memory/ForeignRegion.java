package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Memory that its giver frees.
record ForeignRegion(MemorySegment memory, Consumer<MemorySegment> liberator)
    implements Storage.Region {
  @Override
  public void free() {
    liberator.accept(memory);
  }
}
