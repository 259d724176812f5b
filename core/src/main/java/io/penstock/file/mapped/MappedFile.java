package io.penstock.file.mapped;

import io.penstock.array.ElementType;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenPath;
import io.penstock.file.TransferException;
import io.penstock.memory.PageFaults;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A file mapped as a whole, and mapped anew when it has grown.
///
/// A page that is gone (the file was cut short, the device is full or broken) raises
/// [InternalError] in the copy; it becomes a [TransferException], as does a size that is too small
/// when the copy has ended. Mapped memory is never handed to native code, where the same would end
/// the process.
final class MappedFile implements EngineFile {
  private static final int PREFERRED = 1 << 20;

  /// MADV_POPULATE_READ, asm-generic/mman-common.h (v6.1); refused before Linux 5.14.
  private static final int POPULATE_READ = 22;

  /// MADV_DONTNEED, of the same header.
  private static final int DONT_NEED = 4;

  private final Path path;
  private final MappingSource source;
  private volatile Mapping mapping = Mapping.NONE;

  /// Where the file ended before what makes it longer now, which may be given back.
  private volatile long settled = Long.MAX_VALUE;

  private MappedFile(Path path, MappingSource source) {
    this.path = path;
    this.source = source;
  }

  static MappedFile of(OpenPath file, boolean writes) throws IOException {
    Optional<LibC> libc = NativeAccess.libc();
    return over(
        file.name(),
        libc.isPresent()
            ? MappingSource.Descriptor.of(libc.get(), file, writes)
            : MappingSource.Channel.of(file, writes));
  }

  static MappedFile created(Path path) throws IOException {
    Optional<LibC> libc = NativeAccess.libc();
    return over(
        path,
        libc.isPresent()
            ? MappingSource.Descriptor.created(libc.get(), path)
            : MappingSource.Channel.created(path));
  }

  /// A file that is open, which is closed where it cannot be mapped.
  static MappedFile over(Path name, MappingSource source) throws IOException {
    boolean mapped = false;
    try {
      MappedFile opened = new MappedFile(name, source);
      Mapping _ = opened.remap(1);
      mapped = true;
      return opened;
    } finally {
      if (!mapped) {
        source.close();
      }
    }
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    if (length == 0) {
      return;
    }
    MemorySegment from = reach("read", offset, length);
    try {
      MemorySegment.copy(from, offset, target, at, length);
      PageFaults.await(length);
      requireUncut(from, offset, length);
    } catch (InternalError e) {
      throw goneWhileRead(offset, length, e);
    }
  }

  /// Where a file was cut inside a page, the rest of the page is zeros that are nobody's, and what
  /// is stored there is lost: no fault tells.
  private void requireUncut(MemorySegment from, long offset, long length) throws IOException {
    // A last byte that is not zero is the file's, and so is all before it: no need to ask.
    if (length > 0 && from.get(ValueLayout.JAVA_BYTE, offset + length - 1) == 0) {
      requireUncut("read", offset, length);
    }
    PageFaults.await(length); // that byte may be gone since
  }

  private void requireUncut(String operation, long offset, long length) throws IOException {
    long size = size();
    if (size < offset + length) {
      throw ended(operation, offset, length, size);
    }
  }

  private IOException ended(String operation, long offset, long length, long size) {
    return operation.equals("read")
        ? TransferException.ended(
            MappedEngine.NAME, path, offset, length, Math.max(0, size - offset), size)
        : failure(operation, offset, length, FileErrors.ended(size));
  }

  private IOException goneWhileRead(long offset, long length, InternalError e) throws IOException {
    long size = size();
    return size < offset + length
        ? ended("read", offset, length, size)
        : failure("read", offset, length, gone(e));
  }

  @Override
  public void write(long offset, MemorySegment from, long at, long length) throws IOException {
    if (!source.storesReachTheFile()) {
      writeThrough(offset, from, at, length);
      return;
    }
    if (length == 0) {
      return; // also beyond the end, which stays where it is
    }
    MemorySegment target = lengthened(offset, length);
    try {
      MemorySegment.copy(from, at, target, offset, length);
      PageFaults.await(length);
    } catch (InternalError e) {
      throw failure("write", offset, length, gone(e));
    }
    requireUncut("write", offset, length);
  }

  /// The memory that holds a range to be written, which a file that ends before is extended by.
  private MemorySegment lengthened(long offset, long length) throws IOException {
    try {
      // What is not mapped yet may lie before an end that is given back: the lock tells.
      if (mapping.fileSize() < offset + length || size() < offset + length) {
        lengthen(offset, offset + length);
      }
    } catch (IOException e) {
      throw failure("write", offset, length, e);
    }
    return reach("write", offset, length);
  }

  /// Only what will be written takes place on the device. Where that cannot be had, or not be
  /// mapped, the file is as long as before: whoever writes behind its old end waits for this lock.
  private synchronized void lengthen(long from, long end) throws IOException {
    if (size() < end) {
      take(from, end);
    }
  }

  private synchronized void take(long from, long end) throws IOException {
    long old = size();
    settled = old;
    try {
      source.extend(from, end);
      Mapping _ = remap(end);
    } catch (IOException e) {
      cutBack(old, end, e);
      throw e;
    } finally {
      settled = Long.MAX_VALUE;
    }
  }

  /// Gives back what the file was made longer by in vain, unless another process or handle has
  /// written there, or behind it, meanwhile.
  private void cutBack(long old, long end, IOException reason) {
    try {
      long size = size();
      if (size > old && size <= end && source.hasZerosAlone(old, size)) {
        source.resize(old);
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /// What makes the file longer is done by one thread at a time, so that nobody's zeros come over
  /// it.
  private void writeThrough(long offset, MemorySegment from, long at, long length)
      throws IOException {
    try {
      if (offset + length <= Math.min(size(), settled)) { // in this order
        source.write(offset, from, at, length);
      } else {
        synchronized (this) {
          source.write(offset, from, at, length);
        }
      }
    } catch (IOException e) {
      throw failure("write", offset, length, e);
    }
  }

  private static String gone(InternalError e) {
    return "a mapped page is gone: the file was cut short, or the device is full or broken ("
        + e.getMessage()
        + ")";
  }

  private TransferException failure(String operation, long offset, long length, String reason) {
    return new TransferException(MappedEngine.NAME, operation, path, offset, length, 0, reason);
  }

  private TransferException failure(String operation, long offset, long length, IOException cause) {
    return new TransferException(MappedEngine.NAME, operation, path, offset, length, 0, cause);
  }

  /// The memory that holds a range, mapped anew if the file has grown since.
  private MemorySegment reach(String operation, long offset, long length) throws IOException {
    Mapping current = mapping;
    if (current.fileSize() < offset + length) {
      try {
        current = remap(offset + length);
      } catch (IOException e) {
        throw failure(operation, offset, length, e);
      }
    }
    if (current.fileSize() < offset + length) {
      throw ended(operation, offset, length, current.fileSize());
    }
    return current.memory();
  }

  private synchronized Mapping remap(long needed) throws IOException {
    if (mapping.fileSize() < needed) {
      long size = size();
      if (size > mapping.fileSize()) {
        mapping = mapped(size);
      }
    }
    return mapping;
  }

  /// A file that grows again and again is mapped for twice the length, so that its mappings stay
  /// few: a process may have 65,530 (vm.max_map_count).
  private Mapping mapped(long size) throws IOException {
    long length = mapping.memory().byteSize();
    if (size <= length) {
      return mapping.of(size);
    }
    Arena arena = Arena.ofShared();
    boolean mapped = false;
    try {
      MemorySegment memory = source.map(size, Math.max(size, 2 * length), arena);
      mapped = true;
      return mapping.replacedBy(arena, memory, Math.min(size, memory.byteSize()));
    } finally {
      if (!mapped) {
        arena.close();
      }
    }
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    MemorySegment from = reach("read", offset, length);
    ElementType type = ElementType.of(array.getClass());
    int index = Math.toIntExact(at / type.bytes());
    int count = Math.toIntExact(length / type.bytes());
    try {
      MemorySegment.copy(from, type.layout(), offset, array, index, count);
      PageFaults.await(length);
      requireUncut(from, offset, length);
      return length;
    } catch (InternalError e) {
      throw goneWhileRead(offset, length, e);
    }
  }

  @Override
  public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
    long first = extents.offset(0);
    long length = extents.end() - first;
    MemorySegment from = reach("read", first, length);
    ElementType type = ElementType.of(array.getClass());
    int index = Math.toIntExact(at / type.bytes());
    try {
      for (int i = 0; i < extents.count(); i++) {
        int count = (int) (extents.length(i) / type.bytes());
        MemorySegment.copy(from, type.layout(), extents.offset(i), array, index, count);
        index += count;
      }
      PageFaults.await(length);
      requireUncut(from, first, length);
      return true;
    } catch (InternalError e) {
      throw goneWhileRead(first, length, e);
    }
  }

  @Override
  public int preferredBytes() {
    return PREFERRED;
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public long size() throws IOException {
    return source.size();
  }

  /// A store to a page for which the device has no room would fail as a memory fault: blocks are
  /// reserved ahead, by fallocate(2) or, where that cannot be had, by writing zeros. Also where the
  /// file is as long already: it may have holes.
  @Override
  public void reserve(long size) throws IOException {
    if (size > 0) {
      take(0, size);
    }
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    source.resize(size);
    mapping = mapped(size);
  }

  @Override
  public void sync() throws IOException {
    Mapping current = mapping;
    source.sync(current.memory().asSlice(0, current.fileSize()));
  }

  @Override
  public void close() throws IOException {
    try (source) {
      mapping.close();
    }
  }

  /// By madvise(2), as far as the file is mapped.
  @Override
  public void advise(long offset, long length, Advice advice) {
    advise(offset, length, advice.code());
  }

  @Override
  public void populate(long offset, long length) {
    advise(offset, length, POPULATE_READ);
  }

  /// What was stored there is the page cache's, and stays.
  @Override
  public void release(long offset, long length) {
    advise(offset, length, DONT_NEED);
  }

  private void advise(long offset, long length, int code) {
    Mapping current = mapping;
    long bytes = Math.min(length, current.fileSize() - offset);
    if (bytes > 0) {
      source.advise(current.memory().address() + offset, bytes, code);
    }
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    return source.mapRange(offset, length, arena);
  }

  @Override
  public Optional<Path> openPath() {
    return source.path();
  }

  @Override
  public OptionalInt descriptor() {
    return source.descriptor();
  }

  @Override
  public String explain() {
    return "mapped: the whole file is mapped and copied; reads of pages that are not cached hold up the JVM's safepoints";
  }

  /// One mapping of a file, and those that it replaced.
  ///
  /// Those stay until the file is closed, since other threads may be copying from them.
  ///
  /// @param memory what is mapped; what lies beyond the file's last page faults
  /// @param fileSize that the file was seen to have, not more than is mapped
  private record Mapping(
      @Nullable Arena arena, MemorySegment memory, long fileSize, @Nullable Mapping replaced) {
    static final Mapping NONE = new Mapping(null, MemorySegment.NULL, 0, null);

    /// The same pages of a file that has another size.
    Mapping of(long otherSize) {
      return new Mapping(arena, memory, otherSize, replaced);
    }

    Mapping replacedBy(Arena newer, MemorySegment itsMemory, long itsFileSize) {
      return new Mapping(newer, itsMemory, itsFileSize, this);
    }

    void close() {
      for (Mapping next = this; next != null; next = next.replaced) {
        if (next.arena != null) {
          next.arena.close();
        }
      }
    }
  }
}
