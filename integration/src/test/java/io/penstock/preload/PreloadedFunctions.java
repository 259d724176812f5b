package io.penstock.preload;

import io.penstock.testing.PreloadLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The functions by which a program steers the library that its JVM was started with and that
/// stands between it and the C library: `src/test/c/calls.c`.
@SuppressWarnings("restricted") // native code is what this is about
public final class PreloadedFunctions {
  private static final long PROCESS = 0;

  private final Linker linker = Linker.nativeLinker();
  private final MethodHandle dlsym =
      linker.downcallHandle(
          linker.defaultLookup().findOrThrow("dlsym"),
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

  /// Compiles it; where there is no C compiler the test is skipped.
  public static Path build(Path folder) throws IOException {
    return PreloadLibrary.compile(Path.of("src", "test", "c", "calls.c"), folder);
  }

  /// Finds a function of the process by its name.
  ///
  /// @throws IllegalStateException if this JVM has not preloaded the library
  public MethodHandle find(String symbol, FunctionDescriptor types) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = (MemorySegment) dlsym.invokeExact(PROCESS, arena.allocateFrom(symbol));
      if (found.address() == 0) {
        throw new IllegalStateException("no " + symbol + ": this JVM has not preloaded calls.so");
      }
      return linker.downcallHandle(found, types);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
