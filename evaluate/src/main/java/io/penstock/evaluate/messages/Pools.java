package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.Storage;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/// Penstock's pools by the names that the report shows: off the heap with the default storage, and
/// on the heap as the document's indirect buffers.
final class Pools {
  /// The default pool, as leases.
  static final String DEFAULT = "penstock";

  static final String HEAP = "-heap";

  private Pools() {}

  /// Those on the heap of the document's strategies and of the plain one are left to longer runs.
  static List<String> names(Extent extent) {
    return extent.quick()
        ? List.of(DEFAULT, DEFAULT + HEAP, "penstock-buddy1", "penstock-buddy2", "penstock-plain")
        : names();
  }

  /// All of them; the default one once.
  static List<String> names() {
    return List.of(
        DEFAULT,
        DEFAULT + HEAP,
        "penstock-buddy1",
        "penstock-buddy1" + HEAP,
        "penstock-buddy2",
        "penstock-buddy2" + HEAP,
        "penstock-plain",
        "penstock-plain" + HEAP);
  }

  /// A new pool of this name.
  ///
  /// @throws AbsentException if there is none
  static BufferPool named(String name) throws AbsentException {
    boolean heap = name.endsWith(HEAP);
    PoolOptions defaults = PoolOptions.defaults();
    PoolOptions options = heap ? defaults.withStorage(Storage.heap()) : defaults;
    return switch (heap ? name.substring(0, name.length() - HEAP.length()) : name) {
      case DEFAULT -> BufferPools.cached(options);
      case "penstock-buddy1" -> BufferPools.buddy1(options);
      case "penstock-buddy2" -> BufferPools.buddy2(options);
      case "penstock-plain" -> BufferPools.plain(options);
      default -> throw new AbsentException("no such pool: " + name);
    };
  }

  /// A pool of Penstock as programs use it: every lease checked.
  ///
  /// @param pool of one's own
  record Leases(BufferPool pool) implements Allocator<Lease> {
    @Override
    public Lease allocate(long bytes) {
      return pool.lease(bytes);
    }

    @Override
    public void release(Lease lease) {
      lease.close();
    }

    @Override
    public MemorySegment memory(Lease lease) {
      return lease.segment();
    }

    @Override
    public Object pass(Lease lease) {
      return lease.detach();
    }

    @Override
    public Lease accept(Object passed) {
      return ((Lease.Detached) passed).attach();
    }

    @Override
    public OptionalLong heldBytes() {
      return OptionalLong.of(pool.statistics().heldBytes());
    }

    @Override
    public void trim() {
      pool.trim();
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  /// A pool of Penstock as its own transfers use it: blocks that nothing guards.
  ///
  /// @param pool of one's own
  record Blocks(BufferPool pool) implements Allocator<Block> {
    @Override
    public Block allocate(long bytes) {
      return pool.take(bytes);
    }

    @Override
    public void release(Block block) {
      block.release();
    }

    @Override
    public MemorySegment memory(Block block) {
      return block.memory();
    }

    @Override
    public OptionalLong heldBytes() {
      return OptionalLong.of(pool.statistics().heldBytes());
    }

    @Override
    public void trim() {
      pool.trim();
    }

    @Override
    public void close() {
      pool.close();
    }
  }
}
