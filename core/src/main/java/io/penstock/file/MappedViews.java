package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The mapped ranges of one open file that a user holds, each until its arena ends.
///
/// mmap(2) maps by the descriptor that the engine has, or by one of its own that is closed at once
/// where only a path leads to the open file: the file is never made longer, and an interrupt cannot
/// lose the mapping. Elsewhere the engine maps by the JDK's channels, for reading alone. Safe for
/// any thread.
final class MappedViews {
  private static final int READ_WRITE = 2; // O_RDWR

  private final Path name;
  private final Access access;
  private final List<Range> ranges = new ArrayList<>();

  MappedViews(Path name, Access access) {
    this.name = name;
    this.access = access;
  }

  /// Maps a range; the arguments are those of [EngineFile#map], but `length` may be 0.
  ///
  /// @throws TransferException if the file ends before, or cannot be mapped
  MemorySegment map(EngineFile file, long offset, long length, Arena arena) throws IOException {
    long size = file.size();
    if (size < offset + length) {
      throw failure(offset, length, FileErrors.ended(size));
    }
    if (length == 0) {
      return arena.allocate(0).asReadOnly();
    }
    Optional<LibC> libc = NativeAccess.libc();
    Optional<Path> opened = file.openPath();
    OptionalInt descriptor = file.descriptor();
    if (libc.isEmpty() || (descriptor.isEmpty() && opened.isEmpty())) {
      return byEngine(file, offset, length, arena).asReadOnly();
    }
    MemorySegment memory =
        descriptor.isPresent()
            ? byCall(libc.get(), descriptor.getAsInt(), offset, length, arena)
            : byPath(libc.get(), opened.get(), offset, length, arena);
    return access.mode().writes() ? memory : memory.asReadOnly();
  }

  private MemorySegment byEngine(EngineFile file, long offset, long length, Arena arena)
      throws IOException {
    try {
      return file.map(offset, length, arena);
    } catch (UnsupportedOperationException _) {
      throw failure(
          offset, length, "these bytes cannot be mapped: read them, or copy them to disk");
    } catch (IOException e) {
      throw new TransferException(
          access.engine().name(), "map", name, offset, length, 0, (Throwable) e);
    }
  }

  private MemorySegment byPath(LibC libc, Path opened, long offset, long length, Arena arena)
      throws IOException {
    int descriptor = open(libc, opened, offset, length);
    try {
      return byCall(libc, descriptor, offset, length, arena);
    } finally {
      int _ = libc.close(descriptor);
    }
  }

  private MemorySegment byCall(LibC libc, int descriptor, long offset, long length, Arena arena)
      throws IOException {
    long into = offset & (libc.pageBytes() - 1);
    long address = libc.map(descriptor, offset - into, into + length, access.mode().writes());
    if (address < 0) {
      throw failure(offset, length, Errno.describe((int) -address));
    }
    Range range = new Range(libc, offset - into, address, into + length);
    MemorySegment memory = range.until(arena);
    add(range);
    return memory.asSlice(into);
  }

  private int open(LibC libc, Path opened, long offset, long length) throws IOException {
    int flags = (access.mode().writes() ? READ_WRITE : 0) | libc.flags().closeOnExec();
    int descriptor;
    do {
      descriptor = libc.open(opened, flags, 0);
    } while (descriptor == -Errno.EINTR);
    if (descriptor < 0) {
      throw failure(offset, length, Errno.describe(-descriptor));
    }
    return descriptor;
  }

  private TransferException failure(long offset, long length, String reason) {
    return new TransferException(access.engine().name(), "map", name, offset, length, 0, reason);
  }

  private synchronized void add(Range range) {
    ranges.removeIf(Range::isGone);
    ranges.add(range);
  }

  /// Passes advice for a range of the file on to the mappings of it.
  synchronized void advise(long offset, long length, Advice advice) {
    for (Range range : ranges) {
      range.advise(offset, offset + length, advice);
    }
  }

  /// Has a sync of the file write what was stored to its mappings.
  ///
  /// @throws IOException if the system fails
  synchronized void sync() throws IOException {
    for (Range range : ranges) {
      int result = range.sync();
      if (result < 0) {
        throw new IOException(name + ": cannot sync a mapping: " + Errno.describe(-result));
      }
    }
  }

  /// A mapping. It knows nothing of its segment or arena, which the collector may have to end.
  private static final class Range {
    private final LibC libc;
    private final long offset;
    private final long address;
    private final long length;
    private boolean gone;

    Range(LibC libc, long offset, long address, long length) {
      this.libc = libc;
      this.offset = offset;
      this.address = address;
      this.length = length;
    }

    @SuppressWarnings("restricted")
    MemorySegment until(Arena arena) {
      boolean handedOver = false;
      try {
        MemorySegment memory =
            MemorySegment.ofAddress(address).reinterpret(length, arena, _ -> unmap());
        handedOver = true;
        return memory;
      } finally {
        if (!handedOver) { // the arena has ended, or is another thread's
          unmap();
        }
      }
    }

    private synchronized void unmap() {
      gone = true;
      int _ = libc.unmap(address, length);
    }

    synchronized boolean isGone() {
      return gone;
    }

    synchronized int sync() {
      return gone ? 0 : libc.syncMapping(address, length);
    }

    /// Advises what it shares with the bytes `from` to `to` of the file.
    synchronized void advise(long from, long to, Advice advice) {
      long begin = Math.max(from, offset);
      long bytes = Math.min(to, offset + length) - begin;
      if (!gone && bytes > 0) {
        int _ = libc.adviseMapping(address + begin - offset, bytes, advice.code());
      }
    }
  }
}
