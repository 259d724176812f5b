package io.penstock.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;

/// Memory from C's own allocator, as a program would plug it in; counts what is out.
final class CMemory {
  private static final long ALIGNMENT = 4096;
  private static final MethodHandle ALLOCATE =
      function("aligned_alloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));

  private final AtomicLong out = new AtomicLong();

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor signature) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
  }

  Storage storage() {
    return Storage.of(this::allocate, this::free);
  }

  /// How many pieces were allocated and not freed.
  long out() {
    return out.get();
  }

  @SuppressWarnings("restricted")
  private MemorySegment allocate(long bytes) {
    try {
      long whole = Math.max(bytes, bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      MemorySegment memory = (MemorySegment) ALLOCATE.invokeExact(ALIGNMENT, whole);
      if (memory.address() == 0) {
        throw new OutOfMemoryError("aligned_alloc of " + bytes + " bytes");
      }
      out.incrementAndGet();
      return memory.reinterpret(bytes);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private void free(MemorySegment memory) {
    out.decrementAndGet();
    try {
      FREE.invokeExact(memory);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
