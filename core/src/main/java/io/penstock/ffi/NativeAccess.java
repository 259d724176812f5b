package io.penstock.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// The permission of this process to call C, and the one C library that Penstock calls.
///
/// The attempt is made once, when first asked. Where it fails the reason is kept as a value:
/// nothing is thrown, because every caller has a path without native code.
public final class NativeAccess {
  private static volatile @Nullable NativeAccess made;

  /// Why there is none at all, once that was asked.
  private static Optional<String> denial = Optional.empty();

  private static volatile boolean asked;

  private final Optional<LibC> library;
  private final String reason;

  private NativeAccess(Optional<LibC> library, String reason) {
    this.library = library;
    this.reason = reason;
  }

  /// The C library, where it may be called.
  public static Optional<LibC> libc() {
    return made().library;
  }

  /// Whether the C library has been bound already, so that calling it costs no more than the call.
  public static boolean isBound() {
    NativeAccess known = made;
    return known != null && known.library.isPresent();
  }

  /// Whether it is known already whether there is a [#libc()], so that asking costs nothing.
  public static boolean isTried() {
    return made != null;
  }

  /// Why there is no [#libc()], and the remedy; empty where there is one.
  public static String unavailable() {
    return made().reason;
  }

  /// Why this process may call no native code at all, and the remedy. Asking takes less time than
  /// binding the C library.
  ///
  /// @return empty where it may
  public static Optional<String> denied() {
    return asked ? denial : deniedOnce();
  }

  private static synchronized Optional<String> deniedOnce() {
    if (!asked) {
      denial = denial();
      asked = true;
    }
    return denial;
  }

  /// Why this process may not make the calls that are for Linux alone: those of all but file
  /// engines and pools.
  ///
  /// @return empty where it may
  public static Optional<String> deniedUnlessLinux() {
    Optional<String> denied = denied();
    return denied.isPresent() ? denied : HostSystem.unlessLinux();
  }

  /// @throws UnsupportedOperationException where this process may call no native code
  static void check() {
    check(denied());
  }

  /// @throws UnsupportedOperationException where it may not make the calls that are for Linux alone
  static void checkLinux() {
    check(deniedUnlessLinux());
  }

  private static void check(Optional<String> reason) {
    if (reason.isPresent()) {
      throw new UnsupportedOperationException(reason.get());
    }
  }

  private static Optional<String> denial() {
    Optional<String> obstacle = HostSystem.obstacle(ValueLayout.ADDRESS.byteSize());
    if (obstacle.isPresent()) {
      return obstacle;
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

  private static NativeAccess made() {
    NativeAccess known = made;
    return known == null ? madeOnce() : known;
  }

  private static synchronized NativeAccess madeOnce() {
    NativeAccess known = made;
    if (known == null) {
      known = attempt();
      made = known;
    }
    return known;
  }

  private static NativeAccess attempt() {
    if (denied().isPresent()) {
      return refused(denied().get());
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

  /// Waits for a call that a thread of its own makes, which nobody interrupts; this one is
  /// interrupted afterwards where interrupts have come.
  ///
  /// For calls of file channels that cannot be repeated where native access is denied: an interrupt
  /// that comes while [java.nio.channels.FileChannel] maps a file makes it forget the mapping it
  /// has just made (JDK 25), and nothing ends that one any more.
  ///
  /// @throws IOException that the call throws
  public static <T> T uninterrupted(Callable<T> call) throws IOException {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofPlatform()
        .name("penstock-call")
        .daemon()
        .inheritInheritableThreadLocals(false)
        .start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException unwrapped(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException failure -> failure;
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case null, default -> new IOException(e.getCause());
    };
  }

  /// Looks symbols up in the whole process, in the order in which its libraries were loaded.
  ///
  /// The linker's own lookups search the C library's file alone and would pass by a preloaded
  /// library.
  record Symbols(MethodHandle dlsym, Linker linker) implements LibC.Functions {
    /// RTLD_DEFAULT, which is null on Linux.
    private static final long PROCESS = HostSystem.MAC_OS ? MacHeaders.RTLD_DEFAULT : 0;

    static Symbols ofProcess() {
      Linker linker = Linker.nativeLinker();
      long address = linker.defaultLookup().findOrThrow("dlsym").address();
      return new Symbols(Signature.WORDS.bind(linker, address), linker);
    }

    /// dlsym(3).
    ///
    /// @param library as dlopen(3) has returned it, or [#PROCESS]
    /// @return the address, or 0
    long find(long library, String name) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment errno = LibC.errno(arena);
        long symbol = arena.allocateFrom(name).address();
        return (long) dlsym.invokeExact(errno, library, symbol, 0L, 0L, 0L, 0L);
      } catch (Throwable e) {
        throw new AssertionError("dlsym does not throw", e);
      }
    }

    /// Whether the process has a function of this name.
    @Override
    public boolean has(String name) {
      return find(PROCESS, name) != 0;
    }

    @Override
    public MethodHandle function(String name, Signature signature) {
      long symbol = find(PROCESS, name);
      if (symbol == 0) {
        throw new UnsatisfiedLinkError("no symbol " + name);
      }
      return signature.bind(linker, symbol);
    }
  }
}
