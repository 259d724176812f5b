package io.penstock.evaluate.messages;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.penstock.evaluate.run.Batch;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.Storage;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// A way of getting blocks of memory and giving them back: Penstock's pools, what the JDK has,
/// `malloc`, Netty's allocators, and the least that one can be.
///
/// @param <T> what it hands out
class Allocator<T> implements AutoCloseable {
  /// The default pool, as leases.
  static final String DEFAULT = "penstock";

  static final String HEAP = "-heap";

  private static final long ALIGNMENT = 64;

  private final LongFunction<T> get;
  private final Consumer<T> giveBack;
  private final Function<T, MemorySegment> memory;

  /// @param get makes or finds a block of at least so many bytes
  /// @param giveBack takes one
  /// @param memory of one, to write to
  Allocator(LongFunction<T> get, Consumer<T> giveBack, Function<T, MemorySegment> memory) {
    this.get = get;
    this.giveBack = giveBack;
    this.memory = memory;
  }

  /// Gets a block of at least so many bytes.
  final T allocate(long bytes) {
    return get.apply(bytes);
  }

  /// Gives a block back.
  final void release(T block) {
    giveBack.accept(block);
  }

  /// Gets a block of at least so many bytes and gives it back, so many times. The functions stand
  /// in local variables: read for each block, from fields, they would cost 5 % of a lease.
  final void repeat(long bytes, long times) {
    LongFunction<T> source = get;
    Consumer<T> sink = giveBack;
    for (long i = 0; i < times; i++) {
      T block = source.apply(bytes);
      Batch.consume(block);
      sink.accept(block);
    }
  }

  /// The memory of a block, to write to.
  final MemorySegment memory(T block) {
    return memory.apply(block);
  }

  /// What the calling thread hands to another one instead of a block.
  Object pass(T block) {
    return block;
  }

  /// The block that the calling thread takes over from another one.
  @SuppressWarnings("unchecked")
  T accept(Object passed) {
    return (T) passed;
  }

  /// A thread of the kind that this allocator is fastest on, not started.
  Thread thread(Runnable task) {
    return Thread.ofPlatform().unstarted(task);
  }

  /// What it has from the system by its own count; empty if it keeps none.
  OptionalLong heldBytes() {
    return OptionalLong.empty();
  }

  /// Gives back to the system what it can.
  void trim() {}

  @Override
  public void close() {}

  // ---- Penstock --------------------------------------------------------------------------------

  /// The names of Penstock's pools in the report: off the heap with the default storage, and on the
  /// heap as the document's indirect buffers.
  ///
  /// @param quick leaves those on the heap of the document's strategies and of the plain one to
  ///   longer runs
  static List<String> pools(boolean quick) {
    return quick
        ? List.of(DEFAULT, DEFAULT + HEAP, "penstock-buddy1", "penstock-buddy2", "penstock-plain")
        : List.of(
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
  /// @throws IllegalArgumentException if there is none
  static BufferPool pool(String name) {
    PoolOptions defaults = PoolOptions.defaults();
    PoolOptions options = name.endsWith(HEAP) ? defaults.withStorage(Storage.heap()) : defaults;
    return switch (name.replace(HEAP, "")) {
      case DEFAULT -> BufferPools.cached(options);
      case "penstock-buddy1" -> BufferPools.buddy1(options);
      case "penstock-buddy2" -> BufferPools.buddy2(options);
      case "penstock-plain" -> BufferPools.plain(options);
      default -> throw new IllegalArgumentException("no such pool: " + name);
    };
  }

  /// A pool of Penstock as programs use it: every lease checked.
  static Allocator<Lease> leases(String pool) {
    BufferPool own = pool(pool);
    return new Pooled<>(own, own::lease, Lease::close, Lease::segment) {
      @Override
      Object pass(Lease lease) {
        return lease.detach();
      }

      @Override
      Lease accept(Object passed) {
        return ((Lease.Detached) passed).attach();
      }
    };
  }

  /// A pool of Penstock as its own transfers use it: blocks that nothing guards.
  static Allocator<Block> blocks(String pool) {
    BufferPool own = pool(pool);
    return new Pooled<>(own, own::take, Block::release, Block::memory);
  }

  /// An allocator that has its memory from a pool of Penstock.
  private static class Pooled<T> extends Allocator<T> {
    private final BufferPool pool;

    Pooled(
        BufferPool pool,
        LongFunction<T> get,
        Consumer<T> giveBack,
        Function<T, MemorySegment> memory) {
      super(get, giveBack, memory);
      this.pool = pool;
    }

    @Override
    OptionalLong heldBytes() {
      return OptionalLong.of(pool.statistics().heldBytes());
    }

    @Override
    void trim() {
      pool.trim();
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  // ---- others ----------------------------------------------------------------------------------

  /// Byte buffers, given back to the garbage collector: the document's indirect allocation, on the
  /// heap, and its direct one.
  static Allocator<ByteBuffer> buffers(IntFunction<ByteBuffer> get) {
    return new Allocator<>(bytes -> get.apply((int) bytes), _ -> {}, MemorySegment::ofBuffer);
  }

  /// An arena for each block, closed to give it back.
  static Allocator<Scoped> arenas(Supplier<Arena> source) {
    return new Allocator<>(
        bytes -> {
          Arena arena = source.get();
          return new Scoped(arena, arena.allocate(bytes, ALIGNMENT));
        },
        block -> block.arena().close(),
        Scoped::memory);
  }

  /// A block and the arena that it lives in.
  record Scoped(Arena arena, MemorySegment memory) {}

  /// The C library's `malloc` and `free`.
  static Allocator<MemorySegment> malloc() {
    return new Allocator<>(CLibrary::malloc, CLibrary::free, block -> block) {
      @Override
      void trim() {
        CLibrary.trim();
      }
    };
  }

  /// The functions of the C library, called without a transition.
  private static final class CLibrary {
    private static final MethodHandle MALLOC =
        function("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
        function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    private static final MethodHandle TRIM =
        function("malloc_trim", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name), type, Linker.Option.critical(false));
    }

    @SuppressWarnings("restricted")
    static MemorySegment malloc(long bytes) {
      try {
        return ((MemorySegment) MALLOC.invokeExact(bytes)).reinterpret(bytes);
      } catch (Throwable e) {
        throw new IllegalStateException("malloc failed", e);
      }
    }

    static void free(MemorySegment block) {
      try {
        FREE.invokeExact(block);
      } catch (Throwable e) {
        throw new IllegalStateException("free failed", e);
      }
    }

    static void trim() {
      try {
        int _ = (int) TRIM.invokeExact(0L);
      } catch (Throwable e) {
        throw new IllegalStateException("malloc_trim failed", e);
      }
    }
  }

  /// A stack of blocks in a field of the thread, one for each power of two, which are never given
  /// back: the least that keeping memory can cost, and no pool.
  static Allocator<MemorySegment> bareStack() {
    return new Allocator<>(StackThread::pop, StackThread::push, block -> block) {
      @Override
      Thread thread(Runnable task) {
        return new StackThread(task);
      }
    };
  }

  /// A thread with a stack of blocks for each power of two.
  private static final class StackThread extends Thread {
    private static final int DEPTH = 1024;

    private final MemorySegment[][] stacks = new MemorySegment[Long.SIZE][DEPTH];
    private final int[] tops = new int[Long.SIZE];

    StackThread(Runnable task) {
      super(task);
    }

    static MemorySegment pop(long bytes) {
      int power = Long.SIZE - Long.numberOfLeadingZeros(bytes - 1);
      StackThread owner = (StackThread) Thread.currentThread();
      int top = owner.tops[power];
      if (top == 0) {
        return Arena.ofAuto().allocate(1L << power, ALIGNMENT);
      }
      owner.tops[power] = top - 1;
      return owner.stacks[power][top - 1];
    }

    static void push(MemorySegment block) {
      int power = Long.numberOfTrailingZeros(block.byteSize());
      StackThread owner = (StackThread) Thread.currentThread();
      owner.stacks[power][owner.tops[power]++] = block;
    }
  }

  /// Netty's allocators at their best: direct buffers, on threads of Netty's own kind. Only
  /// processes that run them have its classes.
  static final class NettyAllocator extends Allocator<ByteBuf> {
    private final ByteBufAllocator allocator;
    private final Runnable trimming;

    /// @param allocator one of them
    /// @param trimming gives back what the calling thread keeps
    private NettyAllocator(ByteBufAllocator allocator, Runnable trimming) {
      super(
          bytes -> allocator.directBuffer((int) bytes),
          ByteBuf::release,
          block -> MemorySegment.ofBuffer(block.internalNioBuffer(0, block.capacity())));
      this.allocator = allocator;
      this.trimming = trimming;
    }

    static NettyAllocator pooled() {
      PooledByteBufAllocator pooled = new PooledByteBufAllocator(true);
      return new NettyAllocator(pooled, pooled::trimCurrentThreadCache);
    }

    static NettyAllocator adaptive() {
      return new NettyAllocator(new AdaptiveByteBufAllocator(true), () -> {});
    }

    @Override
    Thread thread(Runnable task) {
      return new FastThreadLocalThread(task);
    }

    @Override
    OptionalLong heldBytes() {
      return allocator instanceof ByteBufAllocatorMetricProvider provider
          ? OptionalLong.of(provider.metric().usedDirectMemory())
          : OptionalLong.empty();
    }

    @Override
    void trim() {
      trimming.run();
    }
  }
}
