package io.penstock.simulation.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;

/// The JDK's virtual threads with a scheduler of one's own, which it keeps to itself: the JVM needs
/// `--add-opens java.base/java.lang=ALL-UNNAMED`.
final class VirtualThreads {
  /// The JDK's bit for a thread without the inheritable thread-locals of its parent.
  private static final int NO_INHERIT = 1 << 2;

  private static final MethodHandle NEW = find();

  private VirtualThreads() {}

  private static MethodHandle find() {
    try {
      Class<?> builders = Class.forName("java.lang.ThreadBuilders");
      return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
          .findStatic(
              builders,
              "newVirtualThread",
              MethodType.methodType(
                  Thread.class, Executor.class, String.class, int.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK's virtual threads take no scheduler", e);
    }
  }

  static Thread unstarted(Executor scheduler, String name, boolean inherits, Runnable task) {
    try {
      return (Thread) NEW.invokeExact(scheduler, name, inherits ? 0 : NO_INHERIT, task);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
