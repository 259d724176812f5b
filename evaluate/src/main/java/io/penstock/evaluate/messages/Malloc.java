package io.penstock.evaluate.messages;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The C library's `malloc` and `free`, called without a transition.
final class Malloc implements Allocator<MemorySegment> {
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
