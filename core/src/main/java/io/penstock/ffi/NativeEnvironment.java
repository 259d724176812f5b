package io.penstock.ffi;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;

/// The environment as libraries in C see it. [System#getenv] is a copy from the JVM's start and
/// never sees what is set here.
public final class NativeEnvironment {
  private NativeEnvironment() {}

  /// setenv(3) of a variable that is not set; one that is keeps its value.
  ///
  /// @throws UnsupportedOperationException if this process may not call native code; the message
  ///   says why, and the remedy
  public static void setIfAbsent(String name, String value) {
    NativeAccess.check();
    MethodHandle setenv =
        NativeAccess.Symbols.ofProcess().function("setenv", Signature.SET_VARIABLE);
    try (Arena arena = Arena.ofConfined()) {
      int result = (int) setenv.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 0);
      if (result != 0) {
        throw new IllegalArgumentException("not the name of a variable: '" + name + "'");
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("setenv does not throw", e);
    }
  }
}
