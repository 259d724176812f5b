package io.penstock.ffi;

import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.MemorySegment.ofArray;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Positional transfers, pread(2) and pwrite(2), of a part of a segment off the heap, and critical
/// ones, which reach into Java arrays: no thread of the JVM comes to a safepoint while one lasts.
///
/// A part, or a segment over an array, goes without an object only where the compiler sees the
/// array's class and all the way to the call: hence a branch for each class, and handles that are
/// constants. Inlined under a deep stack it does not see so far. So these methods are given away as
/// handles alone, which their holder keeps in fields: a call through a handle that is no constant
/// is never inlined, and each method is compiled by itself.
final class Positional {
  private static final NativeAccess.Symbols SYMBOLS = NativeAccess.Symbols.ofProcess();

  private static final MethodHandle PREAD = SYMBOLS.function("pread", Signature.TRANSFER);
  private static final MethodHandle PWRITE = SYMBOLS.function("pwrite", Signature.TRANSFER);
  private static final MethodHandle CRITICAL = SYMBOLS.function("pread", Signature.ARRAY_TRANSFER);
  private static final MethodHandle MEMMOVE = SYMBOLS.function("memmove", Signature.ARRAY_MOVE);

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
    return own("pread", TYPE);
  }

  /// pwrite(2), the same.
  static MethodHandle pwrite() {
    return own("pwrite", TYPE);
  }

  /// pread(2): errno's cell, descriptor, array, byte of the array, count, offset, to the result.
  static MethodHandle preadCritical() {
    return own("preadCritical", TYPE.changeParameterType(2, Object.class));
  }

  /// The same of a segment over an array, from its begin on and not beyond its end: errno's cell,
  /// descriptor, segment, count, offset, to the result.
  static MethodHandle preadSegment() {
    return own("preadSegment", TYPE.dropParameterTypes(3, 4));
  }

  /// An array to where its first element lies.
  static MethodHandle address() {
    return own("address", MethodType.methodType(long.class, Object.class));
  }

  /// A static method of this class.
  private static MethodHandle own(String name, MethodType type) {
    try {
      return MethodHandles.lookup().findStatic(Positional.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
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

  static long preadCritical(
      MemorySegment errno, int fd, Object array, long at, long count, long offset)
      throws Throwable {
    return switch (array) {
      case byte[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case short[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case char[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case int[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case long[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case float[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      case double[] a ->
          (long) CRITICAL.invokeExact(errno, fd, ofArray(a).asSlice(at, count), count, offset);
      default -> throw notAnArray(array);
    };
  }

  static long preadSegment(
      MemorySegment errno, int descriptor, MemorySegment array, long count, long offset)
      throws Throwable {
    return (long) CRITICAL.invokeExact(errno, descriptor, array, count, offset);
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
