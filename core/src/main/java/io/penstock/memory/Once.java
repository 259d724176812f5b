package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A token that can be claimed once. Safe for any thread.
///
/// A superclass, because what goes from one processor to another is to be one object.
abstract class Once {
  private static final VarHandle CLAIMED;

  static {
    try {
      CLAIMED = MethodHandles.lookup().findVarHandle(Once.class, "claimed", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // by way of the handle
  private volatile boolean claimed;

  Once() {}

  /// @param late the message for a second claim
  /// @throws IllegalStateException if it was claimed before
  final void claim(String late) {
    if (!CLAIMED.compareAndSet(this, false, true)) {
      throw new IllegalStateException(late);
    }
  }
}
