package io.penstock.file.posix;

import io.penstock.file.OpenMode;

/// Flags of open(2): asm-generic/fcntl.h (v6.1), and O_DIRECT as each architecture has it.
final class OpenFlags {
  static final int CREATE_NEW = 0100 | 0200; // O_CREAT | O_EXCL
  static final int CLOSE_ON_EXEC = 02000000; // O_CLOEXEC
  static final int NO_WAIT = 04000; // O_NONBLOCK

  /// arch/x86 takes the generic value; arch/arm64/include/uapi/asm/fcntl.h has its own.
  static final int DIRECT = "aarch64".equals(System.getProperty("os.arch")) ? 0200000 : 040000;

  private OpenFlags() {}

  static int of(OpenMode mode) {
    return CLOSE_ON_EXEC
        | switch (mode) {
          case READ -> 0; // O_RDONLY
          case WRITE -> 1; // O_WRONLY
          case READ_WRITE -> 2; // O_RDWR
        };
  }
}
