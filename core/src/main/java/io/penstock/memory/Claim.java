package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Something that happens once, whoever comes first. Safe for any thread.
///
/// A superclass, because what goes from one processor to another is to be one object.
abstract class Claim {
  private static final VarHandle CLAIMED;

  static {
    try {
      CLAIMED = MethodHandles.lookup().findVarHandle(Claim.class, "claimed", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // by way of the handle
  private volatile boolean claimed;

  Claim() {}

  /// @param late what whoever comes later is told
  /// @throws IllegalStateException if it was claimed before
  final void claim(String late) {
    if (!CLAIMED.compareAndSet(this, false, true)) {
      throw new IllegalStateException(late);
    }
  }
}
