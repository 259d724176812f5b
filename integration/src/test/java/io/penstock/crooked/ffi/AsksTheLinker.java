package io.penstock.crooked.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Breaks the rule that one table has all signatures that the linker is asked for.
@SuppressWarnings("restricted")
class AsksTheLinker {
  /// A function that makes a method handle.
  interface Maker {
    MethodHandle make(MemorySegment address, FunctionDescriptor type, Linker.Option... options);
  }

  MethodHandle call(Linker linker) {
    return linker.downcallHandle(MemorySegment.NULL, FunctionDescriptor.ofVoid());
  }

  Maker reference(Linker linker) {
    return linker::downcallHandle;
  }
}
