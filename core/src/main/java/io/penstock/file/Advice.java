package io.penstock.file;

/// The future use of a range of a file, as posix_fadvise(2) and madvise(2) take it.
public enum Advice {
  /// Nothing in particular, as before any advice.
  NORMAL(0),
  /// In no order: the kernel reads ahead nothing.
  RANDOM(1),
  /// From the beginning to the end: the kernel reads ahead more.
  SEQUENTIAL(2),
  /// Soon: the kernel begins to read it into the page cache, and the call does not wait for that.
  WILL_NEED(3),
  /// Not any more: what is clean may leave the page cache, and a mapping gives back its pages.
  DONT_NEED(4);

  private final int code;

  Advice(int code) {
    this.code = code;
  }

  /// What the system calls it: POSIX_FADV_ and MADV_ have the same numbers (linux/fadvise.h,
  /// asm-generic/mman-common.h, v6.1), as does MADV_ of macOS.
  public int code() {
    return code;
  }
}
