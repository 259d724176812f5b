package io.penstock.testing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Bytes that the current thread has allocated on the heap so far.
///
/// The bean is reached by name because the module under test does not require the one that has it.
public final class AllocatedBytes {
  private static final MethodHandle COUNTER = counter();

  private AllocatedBytes() {}

  private static MethodHandle counter() {
    try {
      Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
      Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
      Object bean = factory.getMethod("getThreadMXBean").invoke(null);
      return MethodHandles.publicLookup()
          .findVirtual(type, "getCurrentThreadAllocatedBytes", MethodType.methodType(long.class))
          .bindTo(bean);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("this JVM does not count allocated bytes", e);
    }
  }

  /// The count of now.
  public static long now() {
    try {
      return (long) COUNTER.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
