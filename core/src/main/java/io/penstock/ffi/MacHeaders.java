package io.penstock.ffi;

/// The numbers of the C interface of macOS, the same on AArch64 and x64: a field has the name that
/// the header gives it, a nested class is a structure, with the offset of each member and its size.
///
/// Of xnu: bsd/sys/fcntl.h, errno.h, mman.h, stat.h (with __DARWIN_64_BIT_INO_T), and of dyld:
/// dlfcn.h. Nothing here was run on macOS: a test compares it with what the headers say.
final class MacHeaders {
  static final int O_NONBLOCK = 0x4;
  static final int O_CREAT = 0x200;
  static final int O_EXCL = 0x800;
  static final int O_CLOEXEC = 0x1000000;

  static final int S_IFMT = 0170000;
  static final int S_IFREG = 0100000;

  static final int F_PREALLOCATE = 42;
  static final int F_RDADVISE = 44;
  static final int F_NOCACHE = 48;
  static final int F_FULLFSYNC = 51;
  static final int F_ALLOCATEALL = 4;
  static final int F_PEOFPOSMODE = 3;

  static final int PROT_READ = 1;
  static final int PROT_WRITE = 2;
  static final int MAP_SHARED = 1;
  static final int MAP_PRIVATE = 2;
  static final int MAP_ANON = 0x1000;
  static final int MS_SYNC = 0x10;
  static final int MADV_FREE = 5;

  static final int RTLD_DEFAULT = -2;

  static final int EDEADLK = 11;
  static final int EAGAIN = 35;
  static final int ENOTSUP = 45;
  static final int ETIMEDOUT = 60;
  static final int ELOOP = 62;
  static final int ENAMETOOLONG = 63;
  static final int ENOTEMPTY = 66;
  static final int EDQUOT = 69;
  static final int ESTALE = 70;
  static final int ENOSYS = 78;
  static final int EOVERFLOW = 84;
  static final int ENOATTR = 93;
  static final int ENODATA = 96;
  static final int EOPNOTSUPP = 102;

  /// Up to here the numbers of both systems are the same, but for EDEADLK.
  static final int ERANGE = 34;

  private MacHeaders() {}

  /// The number that [Errno] has for one of macOS.
  static int errno(int number) {
    return switch (number) {
      case EDEADLK -> Errno.EDEADLK;
      case EAGAIN -> Errno.EAGAIN;
      case ENOTSUP, EOPNOTSUPP -> Errno.EOPNOTSUPP;
      case ETIMEDOUT -> Errno.ETIMEDOUT;
      case ELOOP -> Errno.ELOOP;
      case ENAMETOOLONG -> Errno.ENAMETOOLONG;
      case ENOTEMPTY -> Errno.ENOTEMPTY;
      case EDQUOT -> Errno.EDQUOT;
      case ESTALE -> Errno.ESTALE;
      case ENOSYS -> Errno.ENOSYS;
      case EOVERFLOW -> Errno.EOVERFLOW;
      case ENOATTR, ENODATA -> Errno.ENODATA;
      default -> number <= ERANGE ? number : Errno.FOREIGN + number;
    };
  }

  /// struct stat.
  static final class Stat {
    static final int ST_DEV = 0;
    static final int ST_MODE = 4;
    static final int ST_INO = 8;
    static final int ST_SIZE = 96;
    static final int BYTES = 144;

    private Stat() {}
  }

  /// struct fstore.
  static final class Fstore {
    static final int FST_FLAGS = 0;
    static final int FST_POSMODE = 4;
    static final int FST_OFFSET = 8;
    static final int FST_LENGTH = 16;
    static final int FST_BYTESALLOC = 24;
    static final int BYTES = 32;

    private Fstore() {}
  }

  /// struct radvisory.
  static final class Radvisory {
    static final int RA_OFFSET = 0;
    static final int RA_COUNT = 8;
    static final int BYTES = 16;

    private Radvisory() {}
  }
}
