package io.penstock.ffi;

import java.lang.foreign.Arena;
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
  private static final long READ_AND_WRITE = 3;

  /// MAP_PRIVATE | MAP_ANONYMOUS, asm-generic/mman-common.h (v6.1).
  private static final long PRIVATE_MEMORY = 0x22;

  /// MADV_DONTNEED, asm-generic/mman-common.h (v6.1).
  private static final long NOT_NEEDED = 4;

  private final NativeAccess.Symbols symbols;
  private final MethodHandle mmap;
  private final MethodHandle munmap;

  private Pages(NativeAccess.Symbols symbols) {
    this.symbols = symbols;
    mmap = symbols.function("mmap");
    munmap = symbols.function("munmap");
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
          (long) mmap.invokeExact(errno, 0L, length, READ_AND_WRITE, PRIVATE_MEMORY, -1L, 0L);
      return address == -1 ? LibC.failure(errno) : address;
    } catch (Throwable e) {
      throw LibC.unexpected(e);
    }
  }

  /// munmap(2) of what [#allocate] returned.
  public int free(long address, long length) {
    return call(munmap, address, length, 0);
  }

  /// madvise(2) with MADV_DONTNEED of what [#allocate] returned: the memory goes, the pages stay
  /// and are zeros. Bound at each call, because it is for the seldom case that [#free] fails.
  ///
  /// @return 0, or an error as above
  public int discard(long address, long length) {
    return call(symbols.function("madvise"), address, length, NOT_NEEDED);
  }

  /// The size of a page, getpagesize(2).
  public int pageBytes() {
    return call(symbols.function("getpagesize"), 0, 0, 0);
  }

  private static int call(MethodHandle function, long a, long b, long c) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.number(function, LibC.errno(arena), a, b, c, 0);
    }
  }
}
