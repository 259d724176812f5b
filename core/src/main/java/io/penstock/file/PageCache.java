package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FileName;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// A view of the kernel's page cache for one file, for measurements. Linux with native access;
/// elsewhere nothing is known.
public final class PageCache {
  /// POSIX_FADV_DONTNEED of linux/fadvise.h (v6.1).
  private static final int DONT_NEED = 4;

  private PageCache() {}

  /// How many bytes of a range are cached at this moment, in whole pages; empty where the kernel
  /// does not tell (cachestat(2) needs Linux 6.5 and native access).
  ///
  /// @throws IOException if the file cannot be opened
  public static OptionalLong residentBytes(Path file, long offset, long length) throws IOException {
    Optional<LibC> libc = NativeAccess.libc();
    if (libc.isEmpty() || !FileName.isSystems(file)) {
      return OptionalLong.empty();
    }
    if (length == 0) {
      return OptionalLong.of(0);
    }
    int descriptor = open(libc.get(), file);
    try {
      long pages = libc.get().cachedPages(descriptor, offset, length);
      return pages < 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.min(length, pages * libc.get().pageBytes()));
    } finally {
      libc.get().close(descriptor);
    }
  }

  /// Writes what is dirty to the device and drops all of a file from the cache, as far as nobody
  /// else holds on to it.
  ///
  /// @throws IOException if that fails, there is no native access here, or the system is not Linux
  public static void evict(Path file) throws IOException {
    LibC libc = NativeAccess.libc().orElseThrow(() -> new IOException(NativeAccess.unavailable()));
    FileErrors.requireSystems(file, "the kernel caches files of the system alone");
    int descriptor = open(libc, file);
    try {
      require(file, "sync", libc.sync(descriptor));
      require(file, "evict", libc.advise(descriptor, 0, 0, DONT_NEED));
    } finally {
      libc.close(descriptor);
    }
  }

  private static int open(LibC libc, Path file) throws IOException {
    int descriptor = libc.open(file, libc.flags().closeOnExec(), 0);
    if (descriptor < 0) {
      throw FileErrors.opening(file, -descriptor, Errno.describe(-descriptor));
    }
    return descriptor;
  }

  private static void require(Path file, String what, int result) throws IOException {
    if (result < 0) {
      throw new IOException(
          String.format(
              Locale.ROOT, "%s: cannot %s the file: %s", file, what, Errno.describe(-result)));
    }
  }
}
