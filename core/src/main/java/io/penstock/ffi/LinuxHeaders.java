package io.penstock.ffi;

/// The numbers of the C interface of 64-bit Linux: a field has the name that the header gives it, a
/// nested class is a structure, with the offset of each member. -1 is a number that is not known of
/// this architecture.
///
/// Of Linux 6.5: asm-generic/fcntl.h, asm-generic/mman-common.h, linux/fs.h, linux/stat.h,
/// linux/time.h, and for what differs asm/unistd_64.h, asm/stat.h of x86, asm-generic/unistd.h,
/// asm-generic/stat.h and asm/fcntl.h of AArch64.
final class LinuxHeaders {
  private static final String ARCHITECTURE = System.getProperty("os.arch", "");
  private static final boolean X86 = ARCHITECTURE.equals("amd64") || ARCHITECTURE.equals("x86_64");
  private static final boolean ARM = ARCHITECTURE.equals("aarch64");
  private static final boolean GENERIC = ARM || ARCHITECTURE.equals("riscv64");

  static final int O_CREAT = 0100;
  static final int O_EXCL = 0200;
  static final int O_NONBLOCK = 04000;
  static final int O_CLOEXEC = 02000000;
  static final int O_PATH = 010000000;
  static final int O_DIRECT = ARM ? 0200000 : 040000;

  static final int S_IFMT = 0170000;
  static final int S_IFREG = 0100000;
  static final int SEEK_END = 2;
  static final int RWF_NOWAIT = 8;
  static final int AT_FDCWD = -100;
  static final int CLOCK_MONOTONIC_COARSE = 6;

  static final int PROT_READ = 1;
  static final int PROT_WRITE = 2;
  static final int MAP_SHARED = 1;
  static final int MAP_PRIVATE = 2;
  static final int MAP_ANONYMOUS = 0x20;
  static final int MADV_DONTNEED = 4;

  static final int SYS_CACHESTAT = 451;
  static final int SYS_FSTAT = X86 ? 5 : GENERIC ? 80 : -1;
  static final int SYS_FSTATFS = X86 ? 138 : GENERIC ? 44 : -1;
  static final int SYS_NEWFSTATAT = X86 ? 262 : GENERIC ? 79 : -1;

  private LinuxHeaders() {}

  /// struct stat.
  static final class Stat {
    static final int ST_DEV = 0;
    static final int ST_INO = 8;
    static final int ST_MODE = X86 ? 24 : 16;
    static final int ST_SIZE = 48;

    private Stat() {}
  }
}
