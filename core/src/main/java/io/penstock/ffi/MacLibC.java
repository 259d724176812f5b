package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/// The C functions that file engines call, on macOS. What it has not got answers -ENOSYS: nothing
/// tells what is cached, and no path leads to what a descriptor has open, as one below `/dev/fd`
/// duplicates the descriptor.
final class MacLibC extends LibC {
  /// POSIX_FADV_WILLNEED of Linux.
  private static final int WILL_NEED = 3;

  /// ra_count is an `int`.
  private static final long MOST_ADVISED = 1 << 30;

  private final MethodHandle open;
  private final MethodHandle fcntl;
  private final MethodHandle stat;
  private final MethodHandle fstat;
  private final MethodHandle fsync;
  private final MethodHandle msync;

  /// @param architecture on x64 the functions of old names fill in the structure that was there
  ///   before inodes had 64 bits (bsd/sys/cdefs.h, __DARWIN_SUF_64_BIT_INO_T)
  MacLibC(Functions functions, String architecture) {
    super(functions);
    String inode64 = architecture.equals("aarch64") ? "" : "$INODE64";
    open = functions.function("open", Signature.TWO_WORDS_AND_MORE);
    fcntl = functions.function("fcntl", Signature.TWO_WORDS_AND_MORE);
    stat = functions.function("stat" + inode64, Signature.WORDS);
    fstat = functions.function("fstat" + inode64, Signature.WORDS);
    fsync = functions.function("fsync", Signature.WORDS);
    msync = functions.function("msync", Signature.WORDS);
  }

  @Override
  public OpenFlags flags() {
    return OpenFlags.MAC_OS;
  }

  @Override
  int open(long name, int flags, int mode) {
    return variadic(open, name, flags, mode);
  }

  /// By stat(2).
  @Override
  boolean isRegular(Scratch scratch, long name) {
    return number(stat, name, scratch.stat.address(), 0, 0) == 0
        && (scratch.stat.get(JAVA_SHORT, MacHeaders.Stat.ST_MODE) & MacHeaders.S_IFMT)
            == MacHeaders.S_IFREG;
  }

  @Override
  public Optional<Path> path(int descriptor) {
    return Optional.empty();
  }

  @Override
  public Optional<String> fileKey(int descriptor) {
    MemorySegment found = SCRATCH.get().stat;
    if (number(fstat, descriptor, found.address(), 0, 0) < 0) {
      return Optional.empty();
    }
    long device = found.get(JAVA_INT, MacHeaders.Stat.ST_DEV);
    return Optional.of(fileKey(device, found.get(JAVA_LONG, MacHeaders.Stat.ST_INO)));
  }

  /// fcntl(2) with F_NOCACHE.
  @Override
  public int bypassCache(int descriptor) {
    return control(descriptor, MacHeaders.F_NOCACHE, 1);
  }

  /// By fstat(2).
  @Override
  public long size(int descriptor) {
    MemorySegment found = SCRATCH.get().stat;
    int result = number(fstat, descriptor, found.address(), 0, 0);
    return result < 0 ? result : found.get(JAVA_LONG, MacHeaders.Stat.ST_SIZE);
  }

  @Override
  public long fileSystem(int descriptor) {
    return -Errno.ENOSYS;
  }

  /// fcntl(2) with F_PREALLOCATE behind the file's end, and ftruncate(2): holes stay.
  ///
  /// @return -EOPNOTSUPP where the file system reserves nothing
  @Override
  public int reserve(int descriptor, long offset, long length) {
    long size = offset + length;
    long has = size(descriptor);
    if (has < 0 || has >= size) {
      return (int) Math.min(0, has);
    }
    MemorySegment store = SCRATCH.get().words;
    store.set(JAVA_INT, MacHeaders.Fstore.FST_FLAGS, MacHeaders.F_ALLOCATEALL);
    store.set(JAVA_INT, MacHeaders.Fstore.FST_POSMODE, MacHeaders.F_PEOFPOSMODE);
    store.set(JAVA_LONG, MacHeaders.Fstore.FST_OFFSET, 0);
    store.set(JAVA_LONG, MacHeaders.Fstore.FST_LENGTH, size - Math.max(has, offset));
    store.set(JAVA_LONG, MacHeaders.Fstore.FST_BYTESALLOC, 0);
    int result = control(descriptor, MacHeaders.F_PREALLOCATE, store.address());
    if (result < 0) {
      return isUnsupported(result) ? -Errno.EOPNOTSUPP : result;
    }
    return truncate(descriptor, size);
  }

  /// fcntl(2) with F_FULLFSYNC, because fsync(2) leaves it to the device when to write what it was
  /// given; fsync(2) where the file system knows no more.
  @Override
  public int sync(int descriptor) {
    int result = control(descriptor, MacHeaders.F_FULLFSYNC, 0);
    return isUnsupported(result) ? number(fsync, descriptor, 0, 0, 0) : result;
  }

  private static boolean isUnsupported(int result) {
    return Errno.saysUnsupported(-result) || result == -Errno.ENOTTY;
  }

  /// msync(2) with MS_SYNC.
  @Override
  public int syncMapping(long address, long length) {
    long into = address & (pageBytes() - 1);
    return number(msync, address - into, length + into, MacHeaders.MS_SYNC, 0);
  }

  /// fcntl(2) with F_RDADVISE for what will be needed; there is no other advice.
  @Override
  public int advise(int descriptor, long offset, long length, int advice) {
    if (advice != WILL_NEED) {
      return -Errno.ENOSYS;
    }
    MemorySegment range = SCRATCH.get().range;
    int result = 0;
    for (long done = 0; done < length && result >= 0; done += MOST_ADVISED) {
      range.set(JAVA_LONG, MacHeaders.Radvisory.RA_OFFSET, offset + done);
      range.set(
          JAVA_INT, MacHeaders.Radvisory.RA_COUNT, (int) Math.min(MOST_ADVISED, length - done));
      result = control(descriptor, MacHeaders.F_RDADVISE, range.address());
    }
    return Math.min(0, result);
  }

  @Override
  public long cachedPages(int descriptor, long offset, long length) {
    return -Errno.ENOSYS;
  }

  @Override
  public long readNow(int descriptor, long offset, long length) {
    return -Errno.ENOSYS;
  }

  @Override
  public long preadNow(int descriptor, MemorySegment target, long at, long count, long offset) {
    return -Errno.ENOSYS;
  }

  @Override
  public long readVector(int descriptor, MemorySegment vector, int pieces, long offset) {
    return -Errno.ENOSYS;
  }

  @Override
  public long coarseNanos() {
    return System.nanoTime();
  }

  private int control(int descriptor, int command, long argument) {
    return variadic(fcntl, descriptor, command, argument);
  }

  private int variadic(MethodHandle function, long a, long b, long argument) {
    MemorySegment errno = SCRATCH.get().errno;
    try {
      int result = (int) (long) function.invokeExact(errno, a, b, argument);
      return result >= 0 ? result : failure(errno);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  int failure(MemorySegment errno) {
    return -MacHeaders.errno(errno(errno));
  }
}
