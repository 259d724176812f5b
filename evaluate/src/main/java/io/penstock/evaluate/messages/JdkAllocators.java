package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/// The allocators that the JDK has, that of the C library, and the least that one can be.
final class JdkAllocators {
  private JdkAllocators() {}

  /// Byte buffers on the heap, given back to the garbage collector: the document's indirect
  /// allocation.
  static final class HeapBuffers implements Allocator<ByteBuffer> {
    @Override
    public ByteBuffer allocate(long bytes) {
      return ByteBuffer.allocate((int) bytes);
    }

    @Override
    public void release(ByteBuffer block) {}

    @Override
    public MemorySegment memory(ByteBuffer block) {
      return MemorySegment.ofBuffer(block);
    }
  }

  /// Byte buffers outside the heap, given back to the garbage collector: the document's direct
  /// allocation.
  static final class DirectBuffers implements Allocator<ByteBuffer> {
    @Override
    public ByteBuffer allocate(long bytes) {
      return ByteBuffer.allocateDirect((int) bytes);
    }

    @Override
    public void release(ByteBuffer block) {}

    @Override
    public MemorySegment memory(ByteBuffer block) {
      return MemorySegment.ofBuffer(block);
    }
  }

  /// An arena for each block, closed to give it back.
  ///
  /// @param source of arenas
  record Arenas(Supplier<Arena> source) implements Allocator<Arenas.Scoped> {
    private static final long ALIGNMENT = 64;

    /// A block and what it lives in.
    record Scoped(Arena arena, MemorySegment memory) {}

    @Override
    public Scoped allocate(long bytes) {
      Arena arena = source.get();
      return new Scoped(arena, arena.allocate(bytes, ALIGNMENT));
    }

    @Override
    public void release(Scoped block) {
      block.arena().close();
    }

    @Override
    public MemorySegment memory(Scoped block) {
      return block.memory();
    }

    @Override
    public Object pass(Scoped block) throws AbsentException {
      if (block.memory().isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
        return block;
      }
      throw new AbsentException("the memory of a confined arena belongs to one thread");
    }
  }

  /// The C library's `malloc` and `free`, called without a transition.
  static final class Malloc implements Allocator<MemorySegment> {
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
    @Override
    public MemorySegment allocate(long bytes) {
      try {
        return ((MemorySegment) MALLOC.invokeExact(bytes)).reinterpret(bytes);
      } catch (Throwable e) {
        throw new IllegalStateException("malloc failed", e);
      }
    }

    @Override
    public void release(MemorySegment block) {
      try {
        FREE.invokeExact(block);
      } catch (Throwable e) {
        throw new IllegalStateException("free failed", e);
      }
    }

    @Override
    public MemorySegment memory(MemorySegment block) {
      return block;
    }

    @Override
    public void trim() {
      try {
        int _ = (int) TRIM.invokeExact(0L);
      } catch (Throwable e) {
        throw new IllegalStateException("malloc_trim failed", e);
      }
    }
  }

  /// A stack of blocks in a field of the thread, one for each power of two, which are never given
  /// back: the least that keeping memory can cost, and no pool.
  static final class BareStack implements Allocator<BareStack.Sized> {
    private static final int DEPTH = 1024;

    /// A block that knows its class.
    record Sized(MemorySegment memory, int size) {}

    private static final class Owner extends Thread {
      private final Sized[][] stacks = new Sized[Long.SIZE][DEPTH];
      private final int[] tops = new int[Long.SIZE];

      Owner(Runnable task) {
        super(task);
      }
    }

    @Override
    public Thread thread(Runnable task) {
      return new Owner(task);
    }

    @Override
    public Sized allocate(long bytes) {
      int size = Long.SIZE - Long.numberOfLeadingZeros(bytes - 1);
      Owner owner = (Owner) Thread.currentThread();
      int top = owner.tops[size];
      if (top == 0) {
        return new Sized(Arena.ofAuto().allocate(1L << size, 64), size);
      }
      owner.tops[size] = top - 1;
      return owner.stacks[size][top - 1];
    }

    @Override
    public void release(Sized block) {
      Owner owner = (Owner) Thread.currentThread();
      int size = block.size;
      owner.stacks[size][owner.tops[size]++] = block;
    }

    @Override
    public MemorySegment memory(Sized block) {
      return block.memory;
    }
  }
}
