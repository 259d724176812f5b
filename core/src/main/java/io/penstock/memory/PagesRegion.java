package io.penstock.memory;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import java.lang.foreign.MemorySegment;

/// Whole pages, mapped for this region.
record PagesRegion(LibC libc, MemorySegment memory) implements Storage.Region {
  static Storage storage() {
    LibC libc =
        NativeAccess.libc()
            .orElseThrow(() -> new UnsupportedOperationException(NativeAccess.unavailable()));
    return bytes -> new PagesRegion(libc, map(libc, bytes));
  }

  @SuppressWarnings("restricted")
  private static MemorySegment map(LibC libc, long bytes) {
    long address = libc.allocatePages(bytes);
    if (address < 0) {
      throw new OutOfMemoryError(
          "mmap of %d bytes: %s".formatted(bytes, Errno.describe((int) -address)));
    }
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public void free() {
    int result = libc.freePages(memory.address(), memory.byteSize());
    if (result < 0) {
      throw new IllegalStateException(
          "munmap of %d bytes: %s".formatted(memory.byteSize(), Errno.describe(-result)));
    }
  }
}
