package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The C functions that file engines call, on 64-bit Linux.
final class LinuxLibC extends LibC {
  private static final long CACHESTAT = LinuxHeaders.SYS_CACHESTAT;
  private static final long FSTAT = LinuxHeaders.SYS_FSTAT;
  private static final long FSTATFS = LinuxHeaders.SYS_FSTATFS;
  private static final long STAT = LinuxHeaders.SYS_NEWFSTATAT;

  private final MethodHandle open;
  private final MethodHandle lseek;
  private final MethodHandle fallocate;
  private final MethodHandle fsync;
  private final MethodHandle fadvise;
  private final MethodHandle syscall;
  private final MethodHandle preadv;

  /// Null where the C library is older (glibc 2.26, musl 1.2.5).
  private final @Nullable MethodHandle preadv2;

  LinuxLibC(Functions functions) {
    super(functions);
    open = functions.function("open");
    lseek = functions.function("lseek");
    fallocate = functions.function("fallocate");
    fsync = functions.function("fsync");
    fadvise = functions.function("posix_fadvise");
    syscall = functions.function("syscall");
    preadv = functions.function("preadv", Signature.TRANSFER);
    preadv2 = functions.has("preadv2") ? functions.function("preadv2") : null;
  }

  @Override
  public OpenFlags flags() {
    return OpenFlags.LINUX;
  }

  @Override
  int open(long name, int flags, int mode) {
    return number(open, name, flags, mode, 0);
  }

  /// By newfstatat(2).
  @Override
  boolean isRegular(Scratch scratch, long name) {
    return STAT >= 0
        && system(scratch, STAT, LinuxHeaders.AT_FDCWD, name, scratch.stat.address(), 0) == 0
        && (scratch.stat.get(JAVA_INT, LinuxHeaders.Stat.ST_MODE) & LinuxHeaders.S_IFMT)
            == LinuxHeaders.S_IFREG;
  }

  @Override
  public Optional<Path> path(int descriptor) {
    return Optional.of(Path.of("/proc/self/fd/" + descriptor));
  }

  @Override
  public Optional<String> fileKey(int descriptor) {
    Scratch scratch = SCRATCH.get();
    if (FSTAT < 0 || system(scratch, FSTAT, descriptor, scratch.stat.address(), 0, 0) < 0) {
      return Optional.empty();
    }
    long device = scratch.stat.get(JAVA_LONG, LinuxHeaders.Stat.ST_DEV);
    return Optional.of(fileKey(device, scratch.stat.get(JAVA_LONG, LinuxHeaders.Stat.ST_INO)));
  }

  @Override
  public int bypassCache(int descriptor) {
    return 0;
  }

  /// By fstat(2), or by lseek(2) where its number is not known here. That moves the descriptor's
  /// own position, which positional transfers do not use, and takes a lock.
  @Override
  public long size(int descriptor) {
    Scratch scratch = SCRATCH.get();
    if (FSTAT < 0) {
      return result(lseek, descriptor, 0, LinuxHeaders.SEEK_END, 0, 0);
    }
    long result = system(scratch, FSTAT, descriptor, scratch.stat.address(), 0, 0);
    return result < 0 ? result : scratch.stat.get(JAVA_LONG, LinuxHeaders.Stat.ST_SIZE);
  }

  /// By fstatfs(2).
  @Override
  public long fileSystem(int descriptor) {
    if (FSTATFS < 0) {
      return -Errno.ENOSYS;
    }
    Scratch scratch = SCRATCH.get(); // struct statfs is shorter than stat, and begins with f_type
    long result = system(scratch, FSTATFS, descriptor, scratch.stat.address(), 0, 0);
    return result < 0 ? result : scratch.stat.get(JAVA_LONG, 0);
  }

  /// fallocate(2) with mode 0.
  @Override
  public int reserve(int descriptor, long offset, long length) {
    return number(fallocate, descriptor, 0, offset, length);
  }

  /// fsync(2).
  @Override
  public int sync(int descriptor) {
    return number(fsync, descriptor, 0, 0, 0);
  }

  /// Nothing: mapped pages are the page cache's.
  @Override
  public int syncMapping(long address, long length) {
    return 0;
  }

  /// posix_fadvise(3), which returns its error number instead of setting errno.
  @Override
  public int advise(int descriptor, long offset, long length, int advice) {
    return -number(fadvise, descriptor, offset, length, advice);
  }

  /// cachestat(2) (Linux 6.5, include/uapi/linux/mman.h).
  @Override
  public long cachedPages(int descriptor, long offset, long length) {
    Scratch scratch = SCRATCH.get();
    scratch.range.set(JAVA_LONG, 0, offset);
    scratch.range.set(JAVA_LONG, 8, length);
    long range = scratch.range.address();
    long told = scratch.words.address();
    long result = system(scratch, CACHESTAT, descriptor, range, told, 0);
    return result < 0 ? result : scratch.words.get(JAVA_LONG, 0);
  }

  /// preadv2(2) with RWF_NOWAIT (include/uapi/linux/fs.h, v6.1).
  @Override
  public long readNow(int descriptor, long offset, long length) {
    if (preadv2 == null) {
      return -Errno.ENOSYS;
    }
    Scratch scratch = SCRATCH.get();
    int pieces = scratch.pieces(length);
    long vector = scratch.vector.address();
    return result(preadv2, descriptor, vector, pieces, offset, LinuxHeaders.RWF_NOWAIT);
  }

  /// preadv2(2) with RWF_NOWAIT, as [#readNow].
  @Override
  public long preadNow(int descriptor, MemorySegment target, long at, long count, long offset) {
    if (preadv2 == null) {
      return -Errno.ENOSYS;
    }
    Objects.checkFromIndexSize(at, count, target.byteSize());
    MemorySegment piece = SCRATCH.get().range; // struct iovec is as long
    piece.set(JAVA_LONG, 0, target.address() + at);
    piece.set(JAVA_LONG, 8, count);
    return result(preadv2, descriptor, piece.address(), 1, offset, LinuxHeaders.RWF_NOWAIT);
  }

  @Override
  public long readVector(int descriptor, MemorySegment vector, int pieces, long offset) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      long n = (long) preadv.invokeExact(errno, descriptor, vector, (long) pieces, offset);
      return n >= 0 ? n : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// clock_gettime(2) of CLOCK_MONOTONIC_COARSE: as it was at the kernel's last tick, for a quarter
  /// of the price.
  @Override
  public long coarseNanos() {
    MemorySegment time = SCRATCH.get().range;
    try {
      int _ = (int) Clock.GET.invokeExact(LinuxHeaders.CLOCK_MONOTONIC_COARSE, time);
      return time.get(JAVA_LONG, 0) * 1_000_000_000 + time.get(JAVA_LONG, Long.BYTES);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Bound when it is first needed.
  private static final class Clock {
    static final MethodHandle GET =
        NativeAccess.Symbols.ofProcess().function("clock_gettime", Signature.CLOCK);
  }

  /// Calls a function that answers by a `long`.
  private long result(MethodHandle function, long a, long b, long c, long d, long e) {
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

  @Override
  int failure(MemorySegment errno) {
    return -errno(errno);
  }
}
