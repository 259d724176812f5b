package io.penstock.ffi;

import java.util.Map;

/// Error numbers as Linux has them (asm-generic/errno-base.h and errno.h, v6.1; the same on x86-64
/// and AArch64). Those of macOS are translated where the C library is called.
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENOTTY = 25;
  public static final int ETXTBSY = 26;
  public static final int ENOSPC = 28;
  public static final int EDEADLK = 35;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int EOVERFLOW = 75;
  public static final int EOPNOTSUPP = 95;
  public static final int ETIMEDOUT = 110;
  public static final int ESTALE = 116;
  public static final int EDQUOT = 122;

  /// A number of another system, for which Linux has none, is so much larger.
  static final int FOREIGN = 1000;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(EPERM, "EPERM: operation not permitted"),
          Map.entry(ENOENT, "ENOENT: no such file or directory"),
          Map.entry(EINTR, "EINTR: interrupted"),
          Map.entry(EIO, "EIO: the device failed"),
          Map.entry(ENXIO, "ENXIO: no such device"),
          Map.entry(EBADF, "EBADF: the descriptor is not open for this"),
          Map.entry(EAGAIN, "EAGAIN: try again"),
          Map.entry(12, "ENOMEM: out of memory"),
          Map.entry(EACCES, "EACCES: permission denied"),
          Map.entry(14, "EFAULT: the memory is gone, as where a mapped file was truncated"),
          Map.entry(EBUSY, "EBUSY: busy"),
          Map.entry(EEXIST, "EEXIST: the file exists"),
          Map.entry(EXDEV, "EXDEV: on another file system"),
          Map.entry(19, "ENODEV: no such device"),
          Map.entry(ENOTDIR, "ENOTDIR: not a directory"),
          Map.entry(EISDIR, "EISDIR: is a directory"),
          Map.entry(EINVAL, "EINVAL: invalid argument"),
          Map.entry(23, "ENFILE: too many files open in the system"),
          Map.entry(24, "EMFILE: too many files open in this process (ulimit -n)"),
          Map.entry(ETXTBSY, "ETXTBSY: the file is a running program"),
          Map.entry(27, "EFBIG: the file would be larger than the file system or ulimit -f allows"),
          Map.entry(ENOSPC, "ENOSPC: no space left on the device"),
          Map.entry(29, "ESPIPE: not seekable"),
          Map.entry(30, "EROFS: read-only file system"),
          Map.entry(31, "EMLINK: too many links"),
          Map.entry(ENAMETOOLONG, "ENAMETOOLONG: the name is too long for the file system"),
          Map.entry(ENOSYS, "ENOSYS: the kernel lacks this call"),
          Map.entry(ELOOP, "ELOOP: too many symbolic links"),
          Map.entry(ENOTEMPTY, "ENOTEMPTY: the folder is not empty"),
          Map.entry(EOVERFLOW, "EOVERFLOW: value too large"),
          Map.entry(EOPNOTSUPP, "EOPNOTSUPP: the file system does not support this"),
          Map.entry(ETIMEDOUT, "ETIMEDOUT: timed out"),
          Map.entry(ESTALE, "ESTALE: the file's server forgot it"),
          Map.entry(EDQUOT, "EDQUOT: disk quota exceeded"));

  private Errno() {}

  /// Whether it says that a file or its file system has no such operation, rather than that the
  /// operation has failed.
  public static boolean saysUnsupported(int errno) {
    return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
  }

  /// Has this class be there before there is an error to describe: at the limit of descriptors it
  /// could not be loaded from a folder, and the JVM would not try again.
  static void load() {
    // being called is enough
  }

  /// Name and meaning, `ENOSPC: no space left on the device`; `errno 200` for one that is not known
  /// here.
  public static String describe(int errno) {
    return NAMES.getOrDefault(errno, "errno " + errno % FOREIGN);
  }
}
