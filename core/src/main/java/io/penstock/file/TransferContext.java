package io.penstock.file;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The reusable state of one thread's transfer: walks, chunk, reader and writer. A transfer in
/// steady state allocates nothing.
final class TransferContext {
  private static final Stash<TransferContext> STASH = new Stash<>(32, TransferContext::new);

  private static final Object NOTHING = new Object();

  /// Where elements rest between file and memory, while the workspace is in use.
  MemorySegment chunk = MemorySegment.NULL;

  /// Where the elements lie in the file, in elements from the start of its data.
  final Walk inFile = new Walk();

  /// Where the same elements, in the same order, lie in memory.
  final Walk inMemory = new Walk();

  final Reader reader = new Reader(this);
  final Writer writer = new Writer(this);

  private Object memory = NOTHING;
  private @Nullable Block block;

  private TransferContext() {}

  /// A workspace for an array or a segment, until [#release].
  static TransferContext take(Object arrayOrSegment) {
    TransferContext space = STASH.take();
    Block block = BufferPool.shared().take(Access.LARGEST_CHUNK);
    space.block = block;
    space.chunk = block.memory();
    space.memory = arrayOrSegment;
    return space;
  }

  /// Describes a selection of the file and as many elements of memory, row-major from `at` on.
  ///
  /// @param pairs whether numbers are pairs of components, which stay together
  void describe(Shape shape, StorageOrder storage, boolean pairs, Selection selection, long at) {
    inFile.over(shape, selection, storage, pairs);
    inMemory.dense(selection, storage, pairs, at);
  }

  /// The Java array or segment that elements come from or go to.
  Object memory() {
    return memory;
  }

  /// [#memory()] if it is off the heap, so that engines may use it themselves; else null.
  @Nullable MemorySegment offHeap() {
    return memory instanceof MemorySegment segment && segment.isNative() ? segment : null;
  }

  /// Where in the chunk the byte at a file offset is put, so that the engine finds file and memory
  /// aligned alike.
  static long pad(EngineFile file, long offset) {
    return offset & (file.alignment() - 1);
  }

  void release() {
    memory = NOTHING;
    chunk = MemorySegment.NULL;
    Objects.requireNonNull(block).release();
    block = null;
    STASH.give(this);
  }
}
