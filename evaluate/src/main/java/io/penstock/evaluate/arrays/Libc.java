package io.penstock.evaluate.arrays;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;

/// `open`, `pread`, `pwrite` and `close` as a program without Penstock would call them.
///
/// The evaluation has its own so that the approach which stands for such programs shares no code
/// with the library.
final class Libc {
  /// Flags of asm-generic/fcntl.h.
  static final int O_RDONLY = 0;

  static final int O_RDWR = 2;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final FunctionDescriptor TRANSFER =
      FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PREAD = handle("pread", TRANSFER);
  private static final MethodHandle PWRITE = handle("pwrite", TRANSFER);
  private static final MethodHandle OPEN =
      handle(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final MemorySegment state;

  /// @param arena for the error number of the calls, all by one thread
  Libc(Arena arena) {
    state = arena.allocate(STATE);
  }

  @SuppressWarnings("restricted") // this module is started with native access
  private static MethodHandle handle(
      String name, FunctionDescriptor function, Linker.Option... options) {
    Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = Linker.Option.captureCallState("errno");
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function, all);
  }

  int open(Path file, int flags) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(file.toString());
      return (int) checked("open", (int) OPEN.invokeExact(state, name, flags));
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  /// One call, which may read less than asked for.
  long read(int descriptor, MemorySegment target, long count, long offset) throws IOException {
    try {
      return checked("pread", (long) PREAD.invokeExact(state, descriptor, target, count, offset));
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  /// One call, which may write less than asked for.
  long write(int descriptor, MemorySegment source, long count, long offset) throws IOException {
    try {
      return checked("pwrite", (long) PWRITE.invokeExact(state, descriptor, source, count, offset));
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  void close(int descriptor) throws IOException {
    try {
      checked("close", (int) CLOSE.invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw rethrow(e);
    }
  }

  private long checked(String call, long result) throws IOException {
    if (result < 0) {
      throw new IOException(call + " failed: errno " + (int) ERRNO.get(state, 0L));
    }
    return result;
  }

  private static IOException rethrow(Throwable e) {
    return switch (e) {
      case IOException failure -> failure;
      case RuntimeException bug -> throw bug;
      case Error error -> throw error;
      default -> new IOException(e);
    };
  }
}
