package io.penstock.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/// The permission of this process to call C, and the one C library that Penstock calls.
///
/// The attempt is made once, when first asked. Where it fails the reason is kept as a value:
/// nothing is thrown, because every caller has a path without native code.
public final class NativeAccess {
  private static volatile boolean tried;

  private final Optional<LibC> library;
  private final String reason;

  private NativeAccess(Optional<LibC> library, String reason) {
    this.library = library;
    this.reason = reason;
  }

  /// The C library, where it may be called.
  public static Optional<LibC> libc() {
    return Attempt.MADE.library;
  }

  /// Whether the C library has been bound already, so that calling it costs no more than the call.
  public static boolean isBound() {
    return tried && Attempt.MADE.library.isPresent();
  }

  /// Whether it is known already whether there is a [#libc()], so that asking costs nothing.
  public static boolean isTried() {
    return tried;
  }

  /// Why there is no [#libc()], and the remedy; empty where there is one.
  public static String unavailable() {
    return Attempt.MADE.reason;
  }

  /// Why this process may call no native code at all, and the remedy. Asking takes less time than
  /// binding the C library.
  ///
  /// @return empty where it may
  public static Optional<String> denied() {
    return Permission.DENIAL;
  }

  /// @throws UnsupportedOperationException where this process may call no native code
  static void check() {
    if (Permission.DENIAL.isPresent()) {
      throw new UnsupportedOperationException(Permission.DENIAL.get());
    }
  }

  private static Optional<String> denial() {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!system.toLowerCase(Locale.ROOT).startsWith("linux")
        || ValueLayout.ADDRESS.byteSize() != Long.BYTES) {
      return Optional.of("native engines are for 64-bit Linux, this is " + system);
    }
    try {
      Symbols _ = Symbols.ofProcess();
      Errno.load();
      return Optional.empty();
    } catch (IllegalCallerException e) {
      return Optional.of(
          "native access is denied: start Java with --enable-native-access=" + moduleName());
    } catch (LinkageError | RuntimeException | OutOfMemoryError e) {
      return Optional.of("the C library could not be bound: " + e);
    }
  }

  private static NativeAccess attempt() {
    if (Permission.DENIAL.isPresent()) {
      return refused(Permission.DENIAL.get());
    }
    try {
      return new NativeAccess(Optional.of(LibC.bind(Symbols.ofProcess())), "");
    } catch (LinkageError | RuntimeException | OutOfMemoryError e) {
      return refused("the C library could not be bound: " + e);
    }
  }

  private static NativeAccess refused(String reason) {
    return new NativeAccess(Optional.empty(), reason);
  }

  private static String moduleName() {
    Module module = NativeAccess.class.getModule();
    return module.isNamed() ? module.getName() : "ALL-UNNAMED";
  }

  private static final class Permission {
    static final Optional<String> DENIAL = denial();
  }

  private static final class Attempt {
    static final NativeAccess MADE = attempt();

    static {
      tried = true;
    }
  }

  /// Looks symbols up in the whole process, in the order in which its libraries were loaded.
  ///
  /// The linker's own lookups search the C library's file alone and would pass by a preloaded
  /// library.
  record Symbols(MethodHandle dlsym, Linker linker) {
    @SuppressWarnings("restricted")
    static Symbols ofProcess() {
      Linker linker = Linker.nativeLinker();
      MemorySegment address = linker.defaultLookup().findOrThrow("dlsym");
      FunctionDescriptor signature =
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
      return new Symbols(linker.downcallHandle(address, signature), linker);
    }

    Optional<MemorySegment> find(String name) {
      try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
        MemorySegment symbol =
            (MemorySegment) dlsym.invokeExact(MemorySegment.NULL, arena.allocateFrom(name));
        return symbol.address() == 0 ? Optional.empty() : Optional.of(symbol);
      } catch (Throwable e) {
        throw new AssertionError("dlsym does not throw", e);
      }
    }

    @SuppressWarnings("restricted")
    MethodHandle function(String name, FunctionDescriptor signature, Linker.Option... options) {
      MemorySegment symbol =
          find(name).orElseThrow(() -> new UnsatisfiedLinkError("no symbol " + name));
      return linker.downcallHandle(symbol, signature, options);
    }
  }
}
