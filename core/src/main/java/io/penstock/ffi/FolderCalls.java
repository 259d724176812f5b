package io.penstock.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The C functions that name files relative to open folders, and those that copy from one open file
/// to another, on Linux.
///
/// Results are as those of [LibC]: below zero they are negated error numbers ([Errno]). Pointers
/// are `long`: who calls keeps the memory alive that they lead to. Nothing is retried. Safe for any
/// thread.
public final class FolderCalls {
  /// AT_FDCWD, AT_SYMLINK_NOFOLLOW, AT_REMOVEDIR and AT_EMPTY_PATH of linux/fcntl.h (v6.1).
  public static final int WORKING_FOLDER = -100;

  public static final int NO_FOLLOW = 0x100;
  public static final int REMOVE_FOLDER = 0x200;
  public static final int EMPTY_PATH = 0x1000;

  /// AT_STATX_FORCE_SYNC of linux/fcntl.h (v6.1): asks the server of a file system on the network.
  public static final int FORCE_SYNC = 0x2000;

  /// PATH_MAX of linux/limits.h (v6.1): a name, or a path, with its zero byte.
  public static final int LONGEST_NAME = 4096;

  private static @Nullable FolderCalls calls; // null where they cannot be called

  private static volatile boolean tried;

  private final NativeAccess.Symbols symbols = NativeAccess.Symbols.ofProcess();
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  private final MethodHandle openat = symbols.function("openat");
  private final MethodHandle close = symbols.function("close");
  private final MethodHandle getdents = symbols.function("getdents64");
  private final MethodHandle statx = symbols.function("statx");
  private final MethodHandle mkdirat = symbols.function("mkdirat");
  private final MethodHandle unlinkat = symbols.function("unlinkat");
  private final MethodHandle renameat = symbols.function("renameat");
  private final MethodHandle linkat = symbols.function("linkat");
  private final MethodHandle symlinkat = symbols.function("symlinkat");
  private final MethodHandle readlinkat = symbols.function("readlinkat");
  private final MethodHandle read = symbols.function("read");
  private final MethodHandle pread = symbols.function("pread");
  private final MethodHandle pwrite = symbols.function("pwrite");
  private final MethodHandle lseek = symbols.function("lseek");
  private final MethodHandle ftruncate = symbols.function("ftruncate");
  private final MethodHandle fsync = symbols.function("fsync");
  private final MethodHandle syncfs = symbols.function("syncfs");
  private final MethodHandle fadvise = symbols.function("posix_fadvise");
  private final MethodHandle copyFileRange = symbols.function("copy_file_range");
  private final MethodHandle sendfile = symbols.function("sendfile");
  private final MethodHandle ioctl = symbols.function("ioctl");
  private final MethodHandle fchmod = symbols.function("fchmod");
  private final MethodHandle fchmodat = symbols.function("fchmodat");
  private final MethodHandle fchownat = symbols.function("fchownat");
  private final MethodHandle utimensat = symbols.function("utimensat");
  private final MethodHandle futimens = symbols.function("futimens");
  private final MethodHandle flistxattr = symbols.function("flistxattr");
  private final MethodHandle fgetxattr = symbols.function("fgetxattr");
  private final MethodHandle fsetxattr = symbols.function("fsetxattr");
  private final MethodHandle fremovexattr = symbols.function("fremovexattr");

  private FolderCalls() {}

  /// The functions, where this process may call them and its C library has them all.
  public static Optional<FolderCalls> ofProcess() {
    return Optional.ofNullable(tried ? calls : madeOnce());
  }

  private static synchronized @Nullable FolderCalls madeOnce() {
    if (!tried) {
      calls = made();
      tried = true;
    }
    return calls;
  }

  private static @Nullable FolderCalls made() {
    if (NativeAccess.deniedUnlessLinux().isPresent()) {
      return null;
    }
    try {
      return new FolderCalls();
    } catch (LinkageError | OutOfMemoryError _) {
      return null; // a C library older than one of the functions, or no room to bind
    }
  }

  /// Whether they have been bound: the first call takes some hundred milliseconds, later ones none.
  public static boolean bound() {
    return tried && calls != null;
  }

  /// openat(2). `name` ends with a zero byte.
  public int open(int folder, long name, int flags, int mode) {
    return (int) call(openat, folder, name, flags, mode);
  }

  /// close(2). The descriptor is gone whatever the result.
  public int close(int descriptor) {
    return (int) call(close, descriptor, 0, 0);
  }

  /// getdents64(2): as many entries of an open folder as fit.
  ///
  /// @return bytes, 0 at the end
  public long entries(int folder, long target, long bytes) {
    return call(getdents, folder, target, bytes);
  }

  /// statx(2) into 256 bytes.
  public int statx(int folder, long name, int flags, int mask, long target) {
    return (int) call(statx, folder, name, flags, mask, target);
  }

  /// mkdirat(2).
  public int makeFolder(int folder, long name, int mode) {
    return (int) call(mkdirat, folder, name, mode);
  }

  /// unlinkat(2).
  ///
  /// @param flags 0, or [#REMOVE_FOLDER]
  public int remove(int folder, long name, int flags) {
    return (int) call(unlinkat, folder, name, flags);
  }

  /// renameat(2).
  public int rename(int folder, long name, int toFolder, long toName) {
    return (int) call(renameat, folder, name, toFolder, toName);
  }

  /// linkat(2), which does not follow `name`.
  public int link(int folder, long name, int toFolder, long toName) {
    return (int) call(linkat, folder, name, toFolder, toName, 0);
  }

  /// symlinkat(2).
  public int makeLink(long text, int folder, long name) {
    return (int) call(symlinkat, text, folder, name);
  }

  /// readlinkat(2).
  ///
  /// @return the length of the text, cut to `bytes`
  public long readLink(int folder, long name, long target, long bytes) {
    return call(readlinkat, folder, name, target, bytes);
  }

  /// read(2).
  public long read(int descriptor, long target, long bytes) {
    return call(read, descriptor, target, bytes);
  }

  /// pread(2).
  public long read(int descriptor, long target, long bytes, long offset) {
    return call(pread, descriptor, target, bytes, offset);
  }

  /// pwrite(2).
  public long write(int descriptor, long source, long bytes, long offset) {
    return call(pwrite, descriptor, source, bytes, offset);
  }

  /// lseek(2).
  public long seek(int descriptor, long offset, int whence) {
    MemorySegment errno = scratch.get().errno;
    try {
      long at =
          (long) lseek.invokeExact(errno, (long) descriptor, offset, (long) whence, 0L, 0L, 0L);
      return at == -1 ? -LibC.errno(errno) : at;
    } catch (Throwable e) {
      throw LibC.unexpected(e);
    }
  }

  /// ftruncate(2).
  public int resize(int descriptor, long bytes) {
    return (int) call(ftruncate, descriptor, bytes, 0);
  }

  /// fsync(2).
  public int sync(int descriptor) {
    return (int) call(fsync, descriptor, 0, 0);
  }

  /// syncfs(2): all that was written to the file system of an open file.
  public int syncFileSystem(int descriptor) {
    return (int) call(syncfs, descriptor, 0, 0);
  }

  /// posix_fadvise(3).
  public int advise(int descriptor, long offset, long bytes, int advice) {
    return -(int) call(fadvise, descriptor, offset, bytes, advice);
  }

  /// copy_file_range(2) without flags; the offsets are cells that the call moves on.
  public long copyRange(int from, long fromOffset, int to, long toOffset, long bytes) {
    return call(copyFileRange, from, fromOffset, to, toOffset, bytes, 0);
  }

  /// sendfile(2) at the target's own position.
  public long send(int to, int from, long fromOffset, long bytes) {
    return call(sendfile, to, from, fromOffset, bytes);
  }

  /// ioctl(2).
  public int control(int descriptor, long request, long argument) {
    return (int) call(ioctl, descriptor, request, argument);
  }

  /// fchmod(2).
  public int setMode(int descriptor, int mode) {
    return (int) call(fchmod, descriptor, mode, 0);
  }

  /// fchmodat(3).
  public int setMode(int folder, long name, int mode, int flags) {
    return (int) call(fchmodat, folder, name, mode, flags);
  }

  /// fchownat(2).
  public int setOwner(int folder, long name, int owner, int group, int flags) {
    return (int) call(fchownat, folder, name, owner, group, flags);
  }

  /// futimens(3).
  public int setTimes(int descriptor, long times) {
    return (int) call(futimens, descriptor, times, 0);
  }

  /// utimensat(2), which takes no name that is missing.
  public int setTimes(int folder, long name, long times, int flags) {
    return (int) call(utimensat, folder, name, times, flags);
  }

  /// flistxattr(2).
  public long attributes(int descriptor, long target, long bytes) {
    return call(flistxattr, descriptor, target, bytes);
  }

  /// fgetxattr(2).
  public long attribute(int descriptor, long name, long target, long bytes) {
    return call(fgetxattr, descriptor, name, target, bytes);
  }

  /// fsetxattr(2).
  public int setAttribute(int descriptor, long name, long value, long bytes) {
    return (int) call(fsetxattr, descriptor, name, value, bytes, 0);
  }

  /// fremovexattr(2).
  public int removeAttribute(int descriptor, long name) {
    return (int) call(fremovexattr, descriptor, name, 0);
  }

  private long call(MethodHandle function, long a, long b, long c) {
    return call(function, a, b, c, 0, 0, 0);
  }

  private long call(MethodHandle function, long a, long b, long c, long d) {
    return call(function, a, b, c, d, 0, 0);
  }

  private long call(MethodHandle function, long a, long b, long c, long d, long e) {
    return call(function, a, b, c, d, e, 0);
  }

  private long call(MethodHandle function, long a, long b, long c, long d, long e, long f) {
    MemorySegment errno = scratch.get().errno;
    try {
      return result((long) function.invokeExact(errno, a, b, c, d, e, f), errno);
    } catch (Throwable t) {
      throw LibC.unexpected(t);
    }
  }

  // A function that returns an int may leave its -1 in the lower half alone.
  private static long result(long result, MemorySegment errno) {
    return result == -1 || result == 0xffff_ffffL ? -LibC.errno(errno) : result;
  }

  // ---- the calling thread's memory for the side arguments of its calls --------------------------

  /// Where a name lies, with a zero byte at its end, until the thread's next call of this method.
  ///
  /// @throws IllegalArgumentException if it is longer than [#LONGEST_NAME] allows
  public long name(byte[] name) {
    return put(name, scratch.get().first);
  }

  /// The same for the second name of a call.
  public long secondName(byte[] name) {
    return put(name, scratch.get().second);
  }

  private static long put(byte[] name, MemorySegment target) {
    if (name.length >= LONGEST_NAME) {
      throw new IllegalArgumentException("a name of " + name.length + " bytes");
    }
    MemorySegment.copy(name, 0, target, ValueLayout.JAVA_BYTE, 0, name.length);
    target.set(ValueLayout.JAVA_BYTE, name.length, (byte) 0);
    return target.address();
  }

  /// 512 bytes for structures: always the same ones.
  public MemorySegment cells() {
    return scratch.get().cells;
  }

  /// 4096 bytes for a text that a call returns, the place of the second name.
  public MemorySegment text() {
    return scratch.get().second;
  }

  /// The memory of one thread, off the heap.
  private static final class Scratch {
    private static final int CELLS = 512;

    private final MemorySegment errno;
    private final MemorySegment first;
    private final MemorySegment second;
    private final MemorySegment cells;

    private Scratch() {
      Arena arena = Arena.ofAuto();
      errno = LibC.errno(arena);
      first = arena.allocate(LONGEST_NAME);
      second = arena.allocate(LONGEST_NAME);
      cells = arena.allocate(CELLS, Long.BYTES);
    }
  }
}
