package io.penstock.memory;

import io.penstock.ffi.Errno;
import io.penstock.ffi.Pages;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/// Whole pages, mapped for this region.
record PagesRegion(Pages pages, MemorySegment memory) implements Storage.Region {
  static Storage storage() {
    Pages pages = Pages.ofProcess();
    return bytes -> new PagesRegion(pages, map(pages, bytes));
  }

  @SuppressWarnings("restricted")
  private static MemorySegment map(Pages pages, long bytes) {
    long address = pages.allocate(bytes);
    if (address < 0) {
      throw new OutOfMemoryError(
          String.format(
              Locale.ROOT, "mmap of %d bytes: %s", bytes, Errno.describe((int) -address)));
    }
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public void free() {
    int result = pages.free(memory.address(), memory.byteSize());
    if (result < 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "munmap of %d bytes: %s", memory.byteSize(), Errno.describe(-result)));
    }
  }
}
