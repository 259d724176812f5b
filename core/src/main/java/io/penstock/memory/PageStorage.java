package io.penstock.memory;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC.Pages;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Storage in whole pages of the system (mmap(2)). Safe for any thread.
///
/// Linux joins mappings that lie side by side. Unmapping the middle of one splits it in two, and a
/// process may have 65,530 (vm.max_map_count): beyond that munmap(2) fails with ENOMEM. Such a
/// mapping is emptied, so that it takes no memory, and goes with the next one that is freed beside
/// it, or when others have gone.
class PageStorage implements Storage {
  private static final int ENOMEM = 12;

  /// How many of the remaining mappings are tried again whenever the system has taken one.
  private static final int TRIES = 2;

  private final Pages pages;

  /// The end of each remaining mapping, by its address.
  private final NavigableMap<Long, Long> left = new TreeMap<>();

  PageStorage(Pages pages) {
    this.pages = pages;
  }

  @Override
  @SuppressWarnings("restricted")
  public Storage.Region allocate(long bytes) {
    long address = pages.allocate(bytes);
    if (address < 0) {
      throw new OutOfMemoryError(
          String.format(
              Locale.ROOT, "mmap of %d bytes: %s", bytes, Errno.describe((int) -address)));
    }
    return new StorageRegion(
        MemorySegment.ofAddress(address).reinterpret(bytes),
        memory -> free(memory.address(), memory.byteSize()));
  }

  /// munmap(2): 0 or more, or a negative error number.
  int unmap(long address, long bytes) {
    return pages.free(address, bytes);
  }

  /// Takes the memory out of a mapping that stays.
  void discard(long address, long bytes) {
    pages.discard(address, bytes);
  }

  long pageBytes() {
    return pages.pageBytes();
  }

  /// @throws IllegalStateException if the system says that there is no such mapping
  synchronized void free(long address, long bytes) {
    if (!left.isEmpty()) {
      freeBesideOthers(address, bytes);
      return;
    }
    int result = unmap(address, bytes);
    if (result == -ENOMEM) {
      leave(address, address, end(address, bytes), bytes);
    } else {
      check(result, bytes);
    }
  }

  private void freeBesideOthers(long address, long bytes) {
    long from = address;
    long to = end(address, bytes);
    Map.Entry<Long, Long> below = left.floorEntry(from);
    if (below != null && below.getValue() == from) {
      from = below.getKey();
    }
    to = left.getOrDefault(to, to);
    int result = unmap(from, to - from);
    if (result == -ENOMEM) {
      leave(address, from, to, bytes);
      return;
    }
    check(result, bytes);
    left.subMap(from, to).clear();
    tryAgain();
  }

  private long end(long address, long bytes) {
    long page = pageBytes();
    return address + Math.ceilDiv(bytes, page) * page;
  }

  private void leave(long address, long from, long to, long bytes) {
    discard(address, bytes);
    left.subMap(from, to).clear();
    left.put(from, to);
  }

  private void tryAgain() {
    for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
      Map.Entry<Long, Long> first = left.firstEntry();
      if (unmap(first.getKey(), first.getValue() - first.getKey()) < 0) {
        return;
      }
      left.remove(first.getKey());
    }
  }

  private static void check(int result, long bytes) {
    if (result < 0) {
      throw new IllegalStateException(
          String.format(Locale.ROOT, "munmap of %d bytes: %s", bytes, Errno.describe(-result)));
    }
  }

  /// How many mappings are left that the system did not take.
  synchronized int left() {
    return left.size();
  }
}
