package io.penstock.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// A snapshot of the process's actions for the signals that the JVM itself uses.
///
/// Some libraries put handlers of their own in place when they are loaded or started. A JVM whose
/// handler for SIGSEGV is gone dies at its next safepoint.
public final class SignalActions {
  /// HUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE, TERM, XFSZ: asm-generic/signal.h
  /// (v6.1).
  private static final int[] SIGNALS = {1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 25};

  /// sizeof(struct sigaction) of glibc on 64-bit machines.
  private static final long ACTION_BYTES = 152;

  private final MethodHandle sigaction =
      NativeAccess.Symbols.ofProcess().function("sigaction", Signature.SIGNAL_ACTION);
  private final MemorySegment actions =
      Arena.ofAuto().allocate(ACTION_BYTES * SIGNALS.length, Long.BYTES);

  private SignalActions() {}

  /// As they are now.
  ///
  /// @throws UnsupportedOperationException if this process may not call native code, or is not one
  ///   of Linux; the message says why, and the remedy
  public static SignalActions save() {
    NativeAccess.checkLinux();
    SignalActions saved = new SignalActions();
    for (int i = 0; i < SIGNALS.length; i++) {
      saved.exchange(SIGNALS[i], MemorySegment.NULL, saved.action(i));
    }
    return saved;
  }

  /// Puts them back in place.
  public void restore() {
    for (int i = 0; i < SIGNALS.length; i++) {
      exchange(SIGNALS[i], action(i), MemorySegment.NULL);
    }
  }

  private MemorySegment action(int index) {
    return actions.asSlice(index * ACTION_BYTES, ACTION_BYTES);
  }

  private void exchange(int signal, MemorySegment next, MemorySegment previous) {
    try {
      int result = (int) sigaction.invokeExact(signal, next, previous);
      if (result != 0) {
        throw new IllegalStateException("sigaction refuses signal " + signal);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("sigaction does not throw", e);
    }
  }
}
