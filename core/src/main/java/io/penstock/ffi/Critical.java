package io.penstock.ffi;

import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.MemorySegment.ofArray;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Calls that reach into Java arrays. No thread of the JVM comes to a safepoint while one lasts.
///
/// A segment over an array goes without an object only where the compiler sees the array's class
/// and all the way to the call: hence a branch for each class, and handles that are constants.
/// Inlined under a deep stack it does not see so far. So these methods are given away as handles
/// alone, which their holder keeps in fields: a call through a handle that is no constant is never
/// inlined, and each method is compiled by itself.
final class Critical {
  private static final MethodHandle PREAD =
      NativeAccess.Symbols.ofProcess()
          .function("pread", LibC.TRANSFER, LibC.CAPTURE, Linker.Option.critical(true));

  private static final MethodHandle MEMMOVE =
      NativeAccess.Symbols.ofProcess()
          .function(
              "memmove",
              FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
              Linker.Option.critical(true));

  private Critical() {}

  /// pread(2): errno's cell, descriptor, array, byte of the array, count, offset, to the result.
  static MethodHandle pread() {
    return own(
        MethodHandles.lookup(),
        "pread",
        MethodType.methodType(
            long.class,
            MemorySegment.class,
            int.class,
            Object.class,
            long.class,
            long.class,
            long.class));
  }

  /// The same of a segment over an array, from its begin on and not beyond its end: errno's cell,
  /// descriptor, segment, count, offset, to the result.
  static MethodHandle preadSegment() {
    return own(
        MethodHandles.lookup(),
        "preadSegment",
        MethodType.methodType(
            long.class,
            MemorySegment.class,
            int.class,
            MemorySegment.class,
            long.class,
            long.class));
  }

  /// An array to where its first element lies.
  static MethodHandle address() {
    return own(MethodHandles.lookup(), "address", MethodType.methodType(long.class, Object.class));
  }

  /// A static method of the class that looks it up.
  static MethodHandle own(MethodHandles.Lookup lookup, String name, MethodType type) {
    try {
      return lookup.findStatic(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
  }

  static long pread(
      MemorySegment errno, int descriptor, Object array, long at, long count, long offset)
      throws Throwable {
    return switch (array) {
      case byte[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case short[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case char[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case int[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case long[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case float[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      case double[] a ->
          (long) PREAD.invokeExact(errno, descriptor, ofArray(a).asSlice(at, count), count, offset);
      default -> throw notAnArray(array);
    };
  }

  static long preadSegment(
      MemorySegment errno, int descriptor, MemorySegment array, long count, long offset)
      throws Throwable {
    return (long) PREAD.invokeExact(errno, descriptor, array, count, offset);
  }

  /// A segment over all of an array.
  static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> ofArray(a);
      case short[] a -> ofArray(a);
      case char[] a -> ofArray(a);
      case int[] a -> ofArray(a);
      case long[] a -> ofArray(a);
      case float[] a -> ofArray(a);
      case double[] a -> ofArray(a);
      default -> throw notAnArray(array);
    };
  }

  /// memmove(3) returns its first argument, and moving nothing it does nothing else.
  static long address(Object array) throws Throwable {
    return switch (array) {
      case byte[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case short[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case char[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case int[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case long[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case float[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      case double[] a -> (long) MEMMOVE.invokeExact(ofArray(a), NULL, 0L);
      default -> throw notAnArray(array);
    };
  }

  private static IllegalArgumentException notAnArray(Object object) {
    return new IllegalArgumentException("not a primitive array: " + object.getClass());
  }
}
