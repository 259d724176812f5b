package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The C functions that file engines call, on Linux.
///
/// Every method follows the kernel's convention: a result below zero is a negated error number
/// ([Errno]). Nothing is retried and nothing is checked here beyond the bounds of segments. Safe
/// for any thread.
public final class LibC {
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /// One errno cell and one block for cachestat(2) a thread: allocating them in each call would
  /// cost more than the call.
  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  /// Linux x86-64 and AArch64, asm-generic/unistd.h (v6.5).
  private static final long SYS_CACHESTAT = 451;

  /// asm/unistd_64.h of x86, asm-generic/unistd.h of AArch64 and RISC-V (v6.1).
  private static final long SYS_FSTAT =
      switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64" -> 5;
        case "aarch64", "riscv64" -> 80;
        default -> -1;
      };

  /// The same.
  private static final long SYS_FSTATFS =
      switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64" -> 138;
        case "aarch64", "riscv64" -> 44;
        default -> -1;
      };

  /// newfstatat, the same.
  private static final long SYS_STAT =
      switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64" -> 262;
        case "aarch64", "riscv64" -> 79;
        default -> -1;
      };

  private static final long WORKING_FOLDER = -100; // AT_FDCWD, linux/fcntl.h

  /// Where struct stat has st_mode: asm/stat.h of x86, asm-generic/stat.h (v6.1).
  private static final long MODE_AT = SYS_STAT == 262 ? 24 : 16;

  private static final int TYPE = 0170000; // S_IFMT
  private static final int REGULAR = 0100000; // S_IFREG

  /// Where struct stat has st_size, on all three.
  private static final long SIZE_AT = 48;

  private static final int SEEK_END = 2;
  private static final long NO_WAIT = 8; // RWF_NOWAIT, linux/fs.h (v6.1)

  /// PROT_READ, PROT_WRITE and MAP_SHARED, asm-generic/mman-common.h and linux/mman.h (v6.1).
  private static final long MAP_READ = 1;

  private static final long MAP_WRITE = 2;
  private static final long SHARED = 1;

  private final MethodHandle open;
  private final MethodHandle close;
  private final MethodHandle pread = Positional.pread();
  private final MethodHandle pwrite = Positional.pwrite();
  private final MethodHandle preadCritical = Positional.preadCritical();
  private final MethodHandle preadSegment = Positional.preadSegment();
  private final MethodHandle address = Positional.address();
  private final MethodHandle lseek;
  private final MethodHandle ftruncate;
  private final MethodHandle fallocate;
  private final MethodHandle fsync;
  private final MethodHandle fadvise;
  private final MethodHandle syscall;
  private final MethodHandle mmap;
  private final MethodHandle munmap;
  private final MethodHandle madvise;
  private final MethodHandle preadv;

  /// Null where the C library is older (glibc 2.26, musl 1.2.5).
  private final @Nullable MethodHandle preadv2;

  private final int pageBytes;

  private LibC(NativeAccess.Symbols symbols) {
    open = symbols.function("open");
    close = symbols.function("close");
    lseek = symbols.function("lseek");
    ftruncate = symbols.function("ftruncate");
    fallocate = symbols.function("fallocate");
    fsync = symbols.function("fsync");
    fadvise = symbols.function("posix_fadvise");
    syscall = symbols.function("syscall");
    mmap = symbols.function("mmap");
    munmap = symbols.function("munmap");
    madvise = symbols.function("madvise");
    preadv = symbols.function("preadv", Signature.TRANSFER);
    preadv2 = symbols.find(0, "preadv2") == 0 ? null : symbols.function("preadv2");
    pageBytes = number(symbols.function("getpagesize"), 0, 0, 0, 0);
  }

  static LibC bind(NativeAccess.Symbols symbols) {
    return new LibC(symbols);
  }

  /// open(2).
  ///
  /// @param mode permissions of a file that is created
  /// @return a descriptor
  public int open(Path path, int flags, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      return number(open, FileName.of(path, arena).address(), flags, mode, 0);
    }
  }

  /// Opens what is a regular file at this moment, by newfstatat(2) and open(2): the usual case with
  /// no object made for the name and no exception prepared.
  ///
  /// @param flags none that makes a file
  /// @return a descriptor, or below zero where anything is in the way: that says nothing about
  ///   what, which is to be found out by other calls
  public int openRegular(Path path, int flags) {
    byte[] bytes = FileName.bytes(path);
    if (SYS_STAT < 0 || bytes.length == 0 || bytes.length >= Scratch.NAME) {
      return -1;
    }
    Scratch scratch = SCRATCH.get();
    MemorySegment.copy(bytes, 0, scratch.name, JAVA_BYTE, 0, bytes.length);
    scratch.name.set(JAVA_BYTE, bytes.length, (byte) 0);
    long name = scratch.name.address();
    long result = system(scratch, SYS_STAT, WORKING_FOLDER, name, scratch.stat.address(), 0);
    return result == 0 && (scratch.stat.get(JAVA_INT, MODE_AT) & TYPE) == REGULAR
        ? number(open, name, flags, 0, 0)
        : -1;
  }

  /// close(2). The descriptor is gone whatever the result.
  public int close(int descriptor) {
    return number(close, descriptor, 0, 0, 0);
  }

  /// pread(2) into memory off the heap. The thread counts as being in native code: it may wait for
  /// a device.
  ///
  /// @return bytes read, fewer than `count` at any time, 0 at the end of the file
  public long pread(int descriptor, MemorySegment target, long at, long count, long offset) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      long n = (long) pread.invokeExact(errno, descriptor, target, at, count, offset);
      return n >= 0 ? n : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// pread(2) straight into a Java array. No thread of the JVM reaches a safepoint while the call
  /// lasts: for pages that are known to be in memory, and a bounded `count`, alone.
  ///
  /// @param array of a primitive type
  /// @param at in bytes from the array's first element
  /// @return bytes read, fewer than `count` at any time, 0 at the end of the file
  public long preadCritical(int descriptor, Object array, long at, long count, long offset) {
    Scratch scratch = SCRATCH.get();
    MemorySegment errno = scratch.errno;
    MemorySegment known = scratch.last.from(array, at);
    try {
      long n =
          known.byteSize() < count
              ? (long) preadCritical.invokeExact(errno, descriptor, array, at, count, offset)
              : (long) preadSegment.invokeExact(errno, descriptor, known, count, offset);
      return n >= 0 ? n : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Where the first element of a Java array lies at this moment; the collector may move it at any
  /// time.
  public long address(Object array) {
    try {
      return (long) address.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// pwrite(2) from memory off the heap.
  ///
  /// @return bytes written, fewer than `count` at any time
  public long pwrite(int descriptor, MemorySegment source, long at, long count, long offset) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      long n = (long) pwrite.invokeExact(errno, descriptor, source, at, count, offset);
      return n >= 0 ? n : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// The file's size, by fstat(2), or by lseek(2) where its number is not known here. That moves
  /// the descriptor's own position, which positional transfers do not use, and takes a lock.
  public long size(int descriptor) {
    Scratch scratch = SCRATCH.get();
    if (SYS_FSTAT < 0) {
      return result(lseek, descriptor, 0, SEEK_END, 0, 0);
    }
    long result = system(scratch, SYS_FSTAT, descriptor, scratch.stat.address(), 0, 0);
    return result < 0 ? result : scratch.stat.get(JAVA_LONG, SIZE_AT);
  }

  /// The kind of file system that a file is on, by fstatfs(2): a number of linux/magic.h.
  ///
  /// @return -ENOSYS where the call's number is not known here
  public long fileSystem(int descriptor) {
    if (SYS_FSTATFS < 0) {
      return -Errno.ENOSYS;
    }
    Scratch scratch = SCRATCH.get(); // struct statfs is shorter than stat, and begins with f_type
    long result = system(scratch, SYS_FSTATFS, descriptor, scratch.stat.address(), 0, 0);
    return result < 0 ? result : scratch.stat.get(JAVA_LONG, 0);
  }

  /// ftruncate(2).
  public int truncate(int descriptor, long size) {
    return number(ftruncate, descriptor, size, 0, 0);
  }

  /// fallocate(2) with mode 0: reserves blocks and extends the file to `size`.
  public int reserve(int descriptor, long size) {
    return reserve(descriptor, 0, size);
  }

  /// The same for a range, to whose end it extends the file.
  public int reserve(int descriptor, long offset, long length) {
    return number(fallocate, descriptor, 0, offset, length);
  }

  /// fsync(2).
  public int sync(int descriptor) {
    return number(fsync, descriptor, 0, 0, 0);
  }

  /// The size of a page of memory, getpagesize(2).
  public int pageBytes() {
    return pageBytes;
  }

  /// posix_fadvise(3), which returns its error number instead of setting errno.
  public int advise(int descriptor, long offset, long length, int advice) {
    return -number(fadvise, descriptor, offset, length, advice);
  }

  /// cachestat(2) (Linux 6.5, include/uapi/linux/mman.h): how much of a range is in the page cache
  /// at this moment.
  ///
  /// @return pages of the range that are cached; -ENOSYS where the kernel is older
  public long cachedPages(int descriptor, long offset, long length) {
    Scratch scratch = SCRATCH.get();
    scratch.range.set(JAVA_LONG, 0, offset);
    scratch.range.set(JAVA_LONG, 8, length);
    long range = scratch.range.address();
    long told = scratch.cachestat.address();
    long result = system(scratch, SYS_CACHESTAT, descriptor, range, told, 0);
    return result < 0 ? result : scratch.cachestat.get(JAVA_LONG, 0);
  }

  /// preadv2(2) with RWF_NOWAIT (include/uapi/linux/fs.h, v6.1): reads as much of a range as can be
  /// had without waiting for a device, and drops it.
  ///
  /// @param length 2 MiB at most
  /// @return how many bytes that were; -EAGAIN if the first has to be waited for, -EOPNOTSUPP where
  ///   the file system knows no such reads, -ENOSYS where the C library does not
  public long readNow(int descriptor, long offset, long length) {
    if (preadv2 == null) {
      return -Errno.ENOSYS;
    }
    Scratch scratch = SCRATCH.get();
    int pieces = scratch.pieces(length);
    return result(preadv2, descriptor, scratch.vector.address(), pieces, offset, NO_WAIT);
  }

  /// preadv(2).
  ///
  /// @param vector of `pieces` struct iovec
  public long readVector(int descriptor, MemorySegment vector, int pieces, long offset) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      long n = (long) preadv.invokeExact(errno, descriptor, vector, (long) pieces, offset);
      return n >= 0 ? n : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// clock_gettime(2) of CLOCK_MONOTONIC_COARSE: [System#nanoTime] as it was at the kernel's last
  /// tick, some milliseconds ago at most, for a quarter of the price.
  public long coarseNanos() {
    MemorySegment time = SCRATCH.get().range;
    try {
      int _ = (int) Clock.GET.invokeExact(Clock.MONOTONIC_COARSE, time);
      return time.get(JAVA_LONG, 0) * 1_000_000_000 + time.get(JAVA_LONG, Long.BYTES);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Bound when it is first needed.
  private static final class Clock {
    /// linux/time.h (v6.1).
    static final int MONOTONIC_COARSE = 6;

    static final MethodHandle GET =
        NativeAccess.Symbols.ofProcess().function("clock_gettime", Signature.CLOCK);
  }

  /// mmap(2) of a range of a file, shared with all who have it open. The file may be shorter: what
  /// lies beyond its last page faults until it has grown.
  ///
  /// @param offset a multiple of [#pageBytes()]
  /// @param writes whether stores reach the file, which must be open for reading and writing then
  /// @return the address
  public long map(int descriptor, long offset, long length, boolean writes) {
    MemorySegment errno = SCRATCH.get().errno;
    long protection = writes ? MAP_READ | MAP_WRITE : MAP_READ;
    try {
      long address =
          (long) mmap.invokeExact(errno, 0L, length, protection, SHARED, (long) descriptor, offset);
      return address == -1 ? failure(errno) : address;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// munmap(2) of what [#map] returned.
  public int unmap(long address, long length) {
    return number(munmap, address, length, 0, 0);
  }

  /// madvise(2).
  ///
  /// @param address of the first byte; the page that it lies in counts as a whole
  public int adviseMapping(long address, long length, int advice) {
    long into = address & (pageBytes - 1);
    return number(madvise, address - into, length + into, advice, 0);
  }

  // ---- calls of numbers alone ------------------------------------------------------------------

  /// Calls a function that answers by an `int`.
  private static int number(MethodHandle function, long a, long b, long c, long d) {
    return number(function, SCRATCH.get().errno, a, b, c, d);
  }

  static int number(MethodHandle function, MemorySegment errno, long a, long b, long c, long d) {
    try {
      int result = (int) (long) function.invokeExact(errno, a, b, c, d, 0L, 0L);
      return result >= 0 ? result : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Calls a function that answers by a `long`.
  private static long result(MethodHandle function, long a, long b, long c, long d, long e) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      long result = (long) function.invokeExact(errno, a, b, c, d, e, 0L);
      return result >= 0 ? result : failure(errno);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /// A call of the kernel by its number.
  private long system(Scratch scratch, long number, long a, long b, long c, long d) {
    try {
      long result = (long) syscall.invokeExact(scratch.errno, number, a, b, c, d, 0L);
      return result >= 0 ? result : failure(scratch.errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static MemorySegment errno(Arena arena) {
    return arena.allocate(Linker.Option.captureStateLayout());
  }

  static int failure(MemorySegment errno) {
    return -(int) ERRNO.get(errno, 0L);
  }

  /// Bounds and liveness errors of segments are the caller's; nothing else can come out of a
  /// downcall.
  static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException ours -> ours;
      case Error error -> throw error;
      default -> new IllegalStateException("a C function does not throw", e);
    };
  }

  /// Memory that the system gives out in whole pages. Safe for any thread.
  ///
  /// Bound apart from the calls on files, because it takes milliseconds to bind a function, and a
  /// program that has messages alone needs no more than two of these.
  ///
  /// Results are as those of [LibC]: a negative one is an error number of [Errno].
  public static final class Pages {
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
    /// @throws UnsupportedOperationException where it may call no native code; the message says
    ///   why, and the remedy
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
        MemorySegment errno = errno(arena);
        long address =
            (long) mmap.invokeExact(errno, 0L, length, READ_AND_WRITE, PRIVATE_MEMORY, -1L, 0L);
        return address == -1 ? failure(errno) : address;
      } catch (Throwable e) {
        throw unexpected(e);
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
        return number(function, errno(arena), a, b, c, 0);
      }
    }
  }

  /// Memory off the heap that one thread uses for the side arguments of its calls.
  private static final class Scratch {
    private static final long PIECE = 16 << 10;
    private static final int MOST_PIECES = 128;

    /// Names of files are shorter as a rule.
    static final int NAME = 512;

    final MemorySegment errno;
    final MemorySegment range;
    final MemorySegment cachestat;
    final MemorySegment stat;
    final MemorySegment name;

    /// struct iovec { void *iov_base; size_t iov_len; } for [#readNow]: all pieces go to one place.
    final MemorySegment vector;

    /// What straight reads went to.
    final LastArray last = new LastArray();

    private final MemorySegment dropped;

    Scratch() {
      Arena arena = Arena.ofAuto();
      errno = LibC.errno(arena);
      range = arena.allocate(16, 8); // struct cachestat_range { __u64 off, len; }
      cachestat =
          arena.allocate(40, 8); // struct cachestat { __u64 nr_cache, nr_dirty, ... five of them }
      stat = arena.allocate(144, 8); // struct stat of x86-64, the longest
      name = arena.allocate(NAME);
      dropped = arena.allocate(PIECE);
      vector = arena.allocate(16L * MOST_PIECES, 8);
    }

    /// Fills the vector for so many bytes.
    ///
    /// @return how many pieces they are
    int pieces(long length) {
      int pieces = (int) Math.ceilDiv(length, PIECE);
      for (int i = 0; i < pieces; i++) {
        vector.set(JAVA_LONG, 16L * i, dropped.address());
        vector.set(JAVA_LONG, 16L * i + 8, Math.min(PIECE, length - (long) i * PIECE));
      }
      return pieces;
    }
  }
}
