package io.penstock.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.OptionalLong;

/// A library in C that this process has loaded by name or file. It stays loaded.
///
/// Addresses and pointers are `long` here: who calls keeps the memory alive that they lead to. Safe
/// for any thread.
public final class SharedLibrary {
  /// RTLD_NOW | RTLD_GLOBAL, bits/dlfcn.h (glibc 2.36).
  private static final long NOW_AND_GLOBAL = 0x102;

  private static final long LONGEST_REASON = 4096;

  private final NativeAccess.Symbols symbols;
  private final String name;
  private final long handle;

  private SharedLibrary(NativeAccess.Symbols symbols, String name, long handle) {
    this.symbols = symbols;
    this.name = name;
    this.handle = handle;
  }

  /// dlopen(3): what cannot be resolved shows now, and what is loaded later sees its symbols.
  ///
  /// @param name a file's path, or a name without `/` that the system's loader looks for
  /// @throws IOException if it cannot be loaded; the message is the loader's
  /// @throws UnsupportedOperationException if this process may not call native code, or is not one
  ///   of Linux; the message says why, and the remedy
  public static SharedLibrary open(String name) throws IOException {
    NativeAccess.checkLinux();
    NativeAccess.Symbols symbols = NativeAccess.Symbols.ofProcess();
    MethodHandle dlopen = symbols.function("dlopen");
    // Bound before it is needed: to look for it would make the loader forget its reason.
    MethodHandle dlerror = symbols.function("dlerror");
    long handle = handle(dlopen, name);
    if (handle == 0) {
      throw new IOException(reason(dlerror));
    }
    return new SharedLibrary(symbols, name, handle);
  }

  private static long handle(MethodHandle dlopen, String name) {
    try (Arena arena = Arena.ofConfined()) {
      long path = arena.allocateFrom(name).address();
      return (long) dlopen.invokeExact(LibC.errno(arena), path, NOW_AND_GLOBAL, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw new AssertionError("dlopen does not throw", e);
    }
  }

  /// As it was asked for.
  public String name() {
    return name;
  }

  /// Where a variable or a function of that name is, in this library or those that it needs.
  public OptionalLong find(String symbol) {
    long address = symbols.find(handle, symbol);
    return address == 0 ? OptionalLong.empty() : OptionalLong.of(address);
  }

  /// A function of the library; it may wait, and call back.
  ///
  /// @param type of `int`, `long` and `double`, and `void` as its result
  /// @return empty if the library has none of that name
  public Optional<MethodHandle> function(String symbol, MethodType type) {
    return bind(symbol, Signature.of(descriptor(type)));
  }

  /// A function of the library that does little, never waits and never calls back: no thread of the
  /// JVM comes to a safepoint while it runs.
  ///
  /// @param type of `int`, `long` and `double`, and `void` as its result
  /// @return empty if the library has none of that name
  public Optional<MethodHandle> briefFunction(String symbol, MethodType type) {
    return bind(symbol, Signature.brief(descriptor(type)));
  }

  private Optional<MethodHandle> bind(String symbol, Signature signature) {
    OptionalLong address = find(symbol);
    return address.isEmpty()
        ? Optional.empty()
        : Optional.of(signature.bind(symbols.linker(), address.getAsLong()));
  }

  /// The function's type as the linker has it.
  static FunctionDescriptor descriptor(MethodType type) {
    MemoryLayout[] parameters =
        type.parameterList().stream().map(SharedLibrary::layout).toArray(MemoryLayout[]::new);
    return type.returnType() == void.class
        ? FunctionDescriptor.ofVoid(parameters)
        : FunctionDescriptor.of(layout(type.returnType()), parameters);
  }

  private static MemoryLayout layout(Class<?> carrier) {
    if (carrier == int.class) {
      return ValueLayout.JAVA_INT;
    }
    if (carrier == long.class) {
      return ValueLayout.JAVA_LONG;
    }
    if (carrier == double.class) {
      return ValueLayout.JAVA_DOUBLE;
    }
    throw new IllegalArgumentException("functions take int, long and double, not " + carrier);
  }

  /// dlerror(3): why this thread's last attempt failed.
  @SuppressWarnings("restricted")
  private static String reason(MethodHandle dlerror) {
    try (Arena arena = Arena.ofConfined()) {
      long text = (long) dlerror.invokeExact(LibC.errno(arena), 0L, 0L, 0L, 0L, 0L, 0L);
      return text == 0
          ? "the loader gives no reason"
          : MemorySegment.ofAddress(text).reinterpret(LONGEST_REASON).getString(0);
    } catch (Throwable e) {
      throw new AssertionError("dlerror does not throw", e);
    }
  }
}
