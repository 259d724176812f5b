package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;

/// The C functions that file engines call, on Linux and macOS.
///
/// Every method follows the kernel's convention: a result below zero is a negated error number
/// ([Errno]). A call that the system has not got answers -ENOSYS. Nothing is retried and nothing is
/// checked here beyond the bounds of segments. Safe for any thread.
public abstract sealed class LibC permits LinuxLibC, MacLibC {
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /// One errno cell and one block for cachestat(2) a thread: allocating them in each call would
  /// cost more than the call.
  static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  // These have one number on both systems.
  private static final long MAP_READ = LinuxHeaders.PROT_READ;
  private static final long MAP_WRITE = LinuxHeaders.PROT_WRITE;
  private static final long SHARED = LinuxHeaders.MAP_SHARED;

  private final MethodHandle close;
  private final MethodHandle pread;
  private final MethodHandle pwrite;
  private final MethodHandle preadCritical;
  private final MethodHandle preadSegment;
  private final MethodHandle address = Positional.address();
  private final MethodHandle ftruncate;
  private final MethodHandle mmap;
  private final MethodHandle munmap;
  private final MethodHandle madvise;
  private final int pageBytes;

  LibC(Functions functions) {
    close = functions.function("close", Signature.WORDS);
    pread = functions.positional("pread", Positional.pread());
    pwrite = functions.positional("pwrite", Positional.pwrite());
    preadCritical = functions.positional("pread", Positional.preadCritical());
    preadSegment = functions.positional("pread", Positional.preadSegment());
    ftruncate = functions.function("ftruncate", Signature.WORDS);
    mmap = functions.function("mmap", Signature.WORDS);
    munmap = functions.function("munmap", Signature.WORDS);
    madvise = functions.function("madvise", Signature.WORDS);
    pageBytes = number(functions.function("getpagesize", Signature.WORDS), 0, 0, 0, 0);
  }

  /// The functions of a C library, by their names.
  interface Functions {
    /// One that is called by a signature.
    ///
    /// @throws UnsatisfiedLinkError if there is none of that name
    MethodHandle function(String name, Signature signature);

    /// One of numbers and pointers that are no floating-point ones, six at the most, to such a one.
    /// Its caller keeps the memory alive that pointers lead to.
    default MethodHandle function(String name) {
      return function(name, Signature.WORDS);
    }

    /// Whether there is one of this name.
    default boolean has(String name) {
      return true;
    }

    /// One of [Positional], which these functions may have another one stand in for.
    default MethodHandle positional(String name, MethodHandle itself) {
      return itself;
    }
  }

  static LibC bind(NativeAccess.Symbols symbols) {
    return HostSystem.MAC_OS
        ? new MacLibC(symbols, System.getProperty("os.arch", ""))
        : new LinuxLibC(symbols);
  }

  /// The flags of [#open].
  public abstract OpenFlags flags();

  /// open(2).
  ///
  /// @param mode permissions of a file that is created
  /// @return a descriptor
  public int open(Path path, int flags, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      return open(FileName.of(path, arena).address(), flags, mode);
    }
  }

  abstract int open(long name, int flags, int mode);

  /// Opens what is a regular file at this moment, by a stat(2) and open(2): the usual case with no
  /// object made for the name and no exception prepared.
  ///
  /// @param flags none that makes a file
  /// @return a descriptor, or below zero where anything is in the way: that says nothing about
  ///   what, which is to be found out by other calls
  public int openRegular(Path path, int flags) {
    byte[] bytes = FileName.bytes(path);
    if (bytes.length == 0 || bytes.length >= Scratch.NAME) {
      return -1;
    }
    Scratch scratch = SCRATCH.get();
    MemorySegment.copy(bytes, 0, scratch.name, JAVA_BYTE, 0, bytes.length);
    scratch.name.set(JAVA_BYTE, bytes.length, (byte) 0);
    long name = scratch.name.address();
    return isRegular(scratch, name) ? open(name, flags, 0) : -1;
  }

  /// Whether a name leads to a regular file, as far as that can be told.
  abstract boolean isRegular(Scratch scratch, long name);

  /// The path that leads to what a descriptor of this process has open, whatever becomes of the
  /// file's name: what is opened by it has a position and a mode of its own.
  ///
  /// @return empty where the system has no such paths
  public abstract Optional<Path> path(int descriptor);

  /// Which file a descriptor has open, as the JDK writes the key that it gives the file
  /// ([java.nio.file.attribute.BasicFileAttributes#fileKey]).
  ///
  /// @return empty where it cannot be told
  public abstract Optional<String> fileKey(int descriptor);

  static String fileKey(long device, long inode) {
    return "(dev=" + Long.toHexString(device) + ",ino=" + inode + ")";
  }

  /// Has transfers of whole pages by a descriptor go past the page cache, where it was not opened
  /// so ([OpenFlags#pastCache]).
  public abstract int bypassCache(int descriptor);

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

  /// The file's size.
  public abstract long size(int descriptor);

  /// The kind of file system that a file is on: a number of linux/magic.h.
  public abstract long fileSystem(int descriptor);

  /// ftruncate(2).
  public int truncate(int descriptor, long size) {
    return number(ftruncate, descriptor, size, 0, 0);
  }

  /// Reserves blocks and extends the file to `size`.
  public int reserve(int descriptor, long size) {
    return reserve(descriptor, 0, size);
  }

  /// The same for a range, to whose end it extends the file.
  public abstract int reserve(int descriptor, long offset, long length);

  /// Writes what memory holds of a file to its device, and has the device write it to its medium.
  /// Pages that were changed through a mapping need [#syncMapping] before.
  public abstract int sync(int descriptor);

  /// Has [#sync] see what was stored to a mapping of a file.
  ///
  /// @param address of the first byte; the page that it lies in counts as a whole
  public abstract int syncMapping(long address, long length);

  /// The size of a page of memory, getpagesize(2).
  public int pageBytes() {
    return pageBytes;
  }

  /// Tells the kernel how a range is going to be used.
  ///
  /// @param length 0 for all that follows
  /// @param advice POSIX_FADV_ of linux/fadvise.h
  public abstract int advise(int descriptor, long offset, long length, int advice);

  /// How much of a range is in the page cache at this moment.
  ///
  /// @return pages of the range that are cached
  public abstract long cachedPages(int descriptor, long offset, long length);

  /// Reads as much of a range as can be had without waiting for a device, and drops it.
  ///
  /// @param length 2 MiB at most
  /// @return how many bytes that were; -EAGAIN if the first has to be waited for, -EOPNOTSUPP where
  ///   the file system knows no such reads
  public abstract long readNow(int descriptor, long offset, long length);

  /// Reads as much of a range as can be had without waiting for a device.
  ///
  /// @param target off the heap
  /// @return bytes read, or an error as of [#readNow]
  public abstract long preadNow(
      int descriptor, MemorySegment target, long at, long count, long offset);

  /// preadv(2).
  ///
  /// @param vector of `pieces` struct iovec
  public abstract long readVector(int descriptor, MemorySegment vector, int pieces, long offset);

  /// [System#nanoTime] as it was some milliseconds ago at most, where that can be had for less.
  public abstract long coarseNanos();

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
  int number(MethodHandle function, long a, long b, long c, long d) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      int result = (int) (long) function.invokeExact(errno, a, b, c, d, 0L, 0L);
      return result >= 0 ? result : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// The same for functions that fail with numbers that all systems have.
  static int number(MethodHandle function, MemorySegment errno, long a, long b, long c, long d) {
    try {
      int result = (int) (long) function.invokeExact(errno, a, b, c, d, 0L, 0L);
      return result >= 0 ? result : -errno(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static MemorySegment errno(Arena arena) {
    return arena.allocate(Linker.Option.captureStateLayout());
  }

  /// The negated error number of the call that failed last, as [Errno] has it.
  abstract int failure(MemorySegment errno);

  /// The same as the system has it.
  static int errno(MemorySegment errno) {
    return (int) ERRNO.get(errno, 0L);
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
    private static final long READ_AND_WRITE = MAP_READ | MAP_WRITE;

    private static final long PRIVATE_MEMORY =
        LinuxHeaders.MAP_PRIVATE
            | (HostSystem.MAC_OS ? MacHeaders.MAP_ANON : LinuxHeaders.MAP_ANONYMOUS);

    private static final long NOT_NEEDED =
        HostSystem.MAC_OS ? MacHeaders.MADV_FREE : LinuxHeaders.MADV_DONTNEED;

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
        return address == -1 ? -errno(errno) : address;
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }

    /// munmap(2) of what [#allocate] returned.
    public int free(long address, long length) {
      return call(munmap, address, length, 0);
    }

    /// madvise(2) with MADV_DONTNEED, or MADV_FREE of macOS, of what [#allocate] returned: the
    /// memory goes, and the pages stay. Bound at each call, because it is for the seldom case that
    /// [#free] fails.
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
  static final class Scratch {
    private static final long PIECE = 16 << 10;
    private static final int MOST_PIECES = 128;

    /// Names of files are shorter as a rule.
    static final int NAME = 512;

    final MemorySegment errno;
    final MemorySegment range;

    /// For structures of up to five words.
    final MemorySegment words;

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
      words =
          arena.allocate(40, 8); // struct cachestat { __u64 nr_cache, nr_dirty, ... five of them }
      stat = arena.allocate(144, 8); // struct stat of x86-64 and of macOS, the longest
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
