package io.penstock.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Positional transfers, pread(2) and pwrite(2), of a part of a segment off the heap. They are
/// given away as handles for the reason that [Critical] tells, so that the part goes without an
/// object.
final class Positional {
  private static final MethodHandle PREAD =
      NativeAccess.Symbols.ofProcess().function("pread", LibC.TRANSFER, LibC.CAPTURE);
  private static final MethodHandle PWRITE =
      NativeAccess.Symbols.ofProcess().function("pwrite", LibC.TRANSFER, LibC.CAPTURE);

  private static final MethodType TYPE =
      MethodType.methodType(
          long.class,
          MemorySegment.class,
          int.class,
          MemorySegment.class,
          long.class,
          long.class,
          long.class);

  private Positional() {}

  /// pread(2): errno's cell, descriptor, segment, byte of the segment, count, offset, to the
  /// result.
  static MethodHandle pread() {
    return Critical.own(MethodHandles.lookup(), "pread", TYPE);
  }

  /// pwrite(2), the same.
  static MethodHandle pwrite() {
    return Critical.own(MethodHandles.lookup(), "pwrite", TYPE);
  }

  static long pread(
      MemorySegment errno, int descriptor, MemorySegment to, long at, long count, long offset)
      throws Throwable {
    return (long) PREAD.invokeExact(errno, descriptor, part(to, at, count), count, offset);
  }

  static long pwrite(
      MemorySegment errno, int descriptor, MemorySegment from, long at, long count, long offset)
      throws Throwable {
    return (long) PWRITE.invokeExact(errno, descriptor, part(from, at, count), count, offset);
  }

  private static MemorySegment part(MemorySegment memory, long at, long count) {
    return at == 0 && count <= memory.byteSize() ? memory : memory.asSlice(at, count);
  }
}
