package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Memory that the system gives out in whole pages. Safe for any thread.
///
/// Bound apart from the calls on files, because it takes milliseconds to bind a function, and a
/// program that has messages alone needs no more than two of these.
///
/// Results are as those of [LibC]: a negative one is an error number of [Errno].
public final class Pages {
  /// PROT_READ | PROT_WRITE, asm-generic/mman-common.h (v6.1).
  private static final int READ_AND_WRITE = 3;

  /// MAP_PRIVATE | MAP_ANONYMOUS, asm-generic/mman-common.h (v6.1).
  private static final int PRIVATE_MEMORY = 0x22;

  /// MADV_DONTNEED, asm-generic/mman-common.h (v6.1).
  private static final int NOT_NEEDED = 4;

  static final FunctionDescriptor MMAP =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final FunctionDescriptor MUNMAP = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG);

  private final NativeAccess.Symbols symbols;
  private final MethodHandle mmap;
  private final MethodHandle munmap;

  private Pages(NativeAccess.Symbols symbols) {
    this.symbols = symbols;
    mmap = symbols.function("mmap", MMAP, LibC.CAPTURE);
    munmap = symbols.function("munmap", MUNMAP, LibC.CAPTURE);
  }

  /// Pages of this process.
  ///
  /// @throws UnsupportedOperationException where it may call no native code; the message says why,
  ///   and the remedy
  public static Pages ofProcess() {
    NativeAccess.check();
    return new Pages(NativeAccess.Symbols.ofProcess());
  }

  /// mmap(2) of memory that is no file's: zeros, and no memory yet for pages that nobody has
  /// touched.
  ///
  /// @return its address
  public long allocate(long length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = LibC.errno(arena);
      long address =
          (long) mmap.invokeExact(errno, 0L, length, READ_AND_WRITE, PRIVATE_MEMORY, -1, 0L);
      return address == -1 ? LibC.failure(errno) : address;
    } catch (Throwable e) {
      throw LibC.unexpected(e);
    }
  }

  /// munmap(2) of what [#allocate] returned.
  public int free(long address, long length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = LibC.errno(arena);
      int result = (int) munmap.invokeExact(errno, address, length);
      return result >= 0 ? result : LibC.failure(errno);
    } catch (Throwable e) {
      throw LibC.unexpected(e);
    }
  }

  /// madvise(2) with MADV_DONTNEED of what [#allocate] returned: the memory goes, the pages stay
  /// and are zeros. Bound at each call, because it is for the seldom case that [#free] fails.
  ///
  /// @return 0, or an error as above
  public int discard(long address, long length) {
    MethodHandle madvise =
        symbols.function(
            "madvise",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT),
            LibC.CAPTURE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = LibC.errno(arena);
      int result = (int) madvise.invokeExact(errno, address, length, NOT_NEEDED);
      return result >= 0 ? result : LibC.failure(errno);
    } catch (Throwable e) {
      throw LibC.unexpected(e);
    }
  }

  /// The size of a page, getpagesize(2).
  public int pageBytes() {
    return LibC.pageBytes(symbols.function("getpagesize", FunctionDescriptor.of(JAVA_INT)));
  }
}
