package io.penstock.file;

import io.penstock.array.pack.Walk;
import io.penstock.memory.Chunk;
import io.penstock.memory.Stash;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// What one thread needs to move elements, made once and used again: a transfer in steady state
/// allocates nothing.
final class Workspace {
  static final Stash<Workspace> STASH = new Stash<>(32, Workspace::new);

  private static final Object NOTHING = new Object();

  final MemorySegment chunk = new Chunk().segment();

  /// Where the elements lie in the file, in elements from the start of its data.
  final Walk inFile = new Walk();

  /// Where the same elements, in the same order, lie in memory.
  final Walk inMemory = new Walk();

  final Reader reader = new Reader(this);
  final Writer writer = new Writer(this);

  private Object memory = NOTHING;

  /// The Java array or segment that elements come from or go to.
  Object memory() {
    return memory;
  }

  /// [#memory()] if it is off the heap, so that engines may use it themselves.
  Optional<MemorySegment> offHeap() {
    return memory instanceof MemorySegment segment && segment.isNative()
        ? Optional.of(segment)
        : Optional.empty();
  }

  /// Takes up an array or a segment until [#release].
  void use(Object arrayOrSegment) {
    memory = arrayOrSegment;
  }

  /// Where in the chunk the byte at a file offset is put, so that the engine finds file and memory
  /// aligned alike.
  static long pad(EngineFile file, long offset) {
    return offset & (file.alignment() - 1);
  }

  void release() {
    memory = NOTHING;
    STASH.give(this);
  }
}
