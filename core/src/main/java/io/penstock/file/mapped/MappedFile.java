package io.penstock.file.mapped;

import io.penstock.array.ElementType;
import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenPath;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A file mapped as a whole, and mapped anew when it has grown.
///
/// A page that is gone (the file was cut short, the device is full or broken) raises
/// [InternalError] in the copy; it becomes a [TransferException], as does a size that is too small
/// when the copy has ended. Mapped memory is never handed to native code, where the same would end
/// the process.
final class MappedFile implements EngineFile {
  private static final int PREFERRED = 1 << 20;

  /// O_RDONLY | O_CLOEXEC and O_RDWR | O_CLOEXEC, asm-generic/fcntl.h (v6.1).
  private static final int READ_ONLY = 02000000;

  private static final int READ_WRITE = 2 | 02000000;

  /// What zeros are written in. A channel takes as much memory off the heap again.
  private static final int ZEROS = 64 << 10;

  private final Path path;
  private final SteadyChannel channel;
  private final Optional<Handle> handle;
  private final FileChannel.MapMode mode;
  private volatile Mapping mapping;

  /// The file's descriptor where native code may be called: Java tells the size of a file under a
  /// lock, and reserves nothing.
  private record Handle(LibC libc, int descriptor) {
    static Optional<Handle> of(Path path, int flags) throws IOException {
      if (NativeAccess.libc().isEmpty()) {
        return Optional.empty();
      }
      LibC libc = NativeAccess.libc().get();
      int descriptor = libc.open(path, flags, 0);
      return descriptor < 0 ? Optional.empty() : Optional.of(new Handle(libc, descriptor));
    }

    Path path() {
      return OpenPath.ofDescriptor(descriptor);
    }

    void close() {
      libc.close(descriptor);
    }
  }

  private MappedFile(
      Path path, SteadyChannel channel, Optional<Handle> handle, FileChannel.MapMode mode)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.handle = handle;
    this.mode = mode;
    this.mapping = Mapping.NONE;
    boolean mapped = false;
    try {
      this.mapping = Mapping.of(path, channel, mode, size());
      mapped = true;
    } finally {
      if (!mapped) {
        close();
      }
    }
  }

  static MappedFile of(OpenPath file, FileChannel.MapMode mode) throws IOException {
    boolean reads = mode.equals(FileChannel.MapMode.READ_ONLY);
    Set<OpenOption> options =
        reads
            ? Set.of(StandardOpenOption.READ)
            : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    Optional<Handle> handle =
        file.lasts() ? Handle.of(file.path(), reads ? READ_ONLY : READ_WRITE) : Optional.empty();
    boolean opened = false;
    try {
      SteadyChannel channel =
          handle.isPresent()
              ? new SteadyChannel(file.name(), handle.get().path(), options)
              : new SteadyChannel(file.name(), options);
      opened = true;
      return new MappedFile(file.name(), channel, handle, mode);
    } finally {
      if (!opened) {
        handle.ifPresent(Handle::close);
      }
    }
  }

  static MappedFile created(Path path) throws IOException {
    SteadyChannel channel = SteadyChannel.created(path);
    Optional<Handle> handle = Handle.of(path, READ_WRITE);
    if (handle.isPresent() && !channel.isOpenIn(handle.get().descriptor)) {
      handle.get().close(); // another file has the name by now
      handle = Optional.empty();
    }
    boolean opened = false;
    try {
      MappedFile file = new MappedFile(path, channel, handle, FileChannel.MapMode.READ_WRITE);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        Files.deleteIfExists(path);
      }
    }
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    MemorySegment source = reach("read", offset, length);
    try {
      MemorySegment.copy(source, offset, target, at, length);
      awaitFault(length);
      requireUncut(source, offset, length);
    } catch (InternalError e) {
      throw failure("read", offset, length, gone(e));
    }
  }

  /// Where a file was cut inside a page, the rest of the page is zeros that are nobody's, and what
  /// is stored there is lost: no fault tells.
  private void requireUncut(MemorySegment source, long offset, long length) throws IOException {
    // A last byte that is not zero is the file's, and so is all before it: no need to ask.
    if (length > 0 && source.get(ValueLayout.JAVA_BYTE, offset + length - 1) == 0) {
      requireUncut("read", offset, length);
    }
  }

  private void requireUncut(String operation, long offset, long length) throws IOException {
    long size = size();
    if (size < offset + length) {
      throw failure(operation, offset, length, FileErrors.ended(size));
    }
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    if (mapping.size() < offset + length || size() < offset + length) {
      extend(offset + length);
    }
    MemorySegment target = reach("write", offset, length);
    try {
      MemorySegment.copy(source, at, target, offset, length);
      awaitFault(length);
    } catch (InternalError e) {
      throw failure("write", offset, length, gone(e));
    }
    requireUncut("write", offset, length);
  }

  /// Lets the error of a fault in the copy before come up here.
  ///
  /// Compiled code raises it not where the fault is but where it next looks whether it must stop,
  /// which can be long after the `try` block. A loop whose turns the compiler cannot count looks at
  /// the end of each turn. This one takes eight turns and more, since the first may be peeled off.
  private static void awaitFault(long length) {
    long bits = length | 0xff;
    while (bits != 0) {
      bits &= bits - 1;
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

  /// The mapping that holds a range, made anew if the file has grown since.
  private MemorySegment reach(String operation, long offset, long length) throws IOException {
    Mapping current = mapping;
    if (current.size() < offset + length) {
      current = remap(offset + length);
    }
    if (current.size() < offset + length) {
      throw failure(operation, offset, length, FileErrors.ended(current.size()));
    }
    return current.memory();
  }

  /// Older mappings stay until the file is closed, since other threads may be copying from them.
  private synchronized Mapping remap(long needed) throws IOException {
    if (mapping.size() < needed) {
      long size = size();
      if (size > mapping.size()) {
        mapping = mapping.replacedBy(Mapping.of(path, channel, mode, size));
      }
    }
    return mapping;
  }

  private synchronized void extend(long size) throws IOException {
    if (size() < size) {
      reserve(size);
    }
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public boolean readsHeap(long offset, Object array, long at, long length) {
    return true;
  }

  @Override
  public void readHeap(long offset, Object array, long at, long length) throws IOException {
    MemorySegment source = reach("read", offset, length);
    ElementType type = ElementType.of(array);
    int index = Math.toIntExact(at / type.bytes());
    int count = Math.toIntExact(length / type.bytes());
    try {
      MemorySegment.copy(source, type.layout(), offset, array, index, count);
      awaitFault(length);
      requireUncut(source, offset, length);
    } catch (InternalError e) {
      throw failure("read", offset, length, gone(e));
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
    long size = handle.isPresent() ? handle.get().libc.size(handle.get().descriptor) : -1;
    return size >= 0 ? size : named("find the size of", FileChannel::size);
  }

  /// A store to a page for which the device has no room would fail as a memory fault: blocks are
  /// reserved ahead, by fallocate(2) or, where that cannot be had, by writing zeros.
  @Override
  public synchronized void reserve(long size) throws IOException {
    long old = size();
    if (old < size && !reserved(size)) {
      zero(old, size);
    }
    remap(size);
  }

  private <T> T named(String what, SteadyChannel.Operation<T> call) throws IOException {
    return channel.run(MappedEngine.NAME, what, call);
  }

  private boolean reserved(long size) throws IOException {
    if (handle.isEmpty()) {
      return false;
    }
    int result = handle.get().libc.reserve(handle.get().descriptor, size);
    if (result == -Errno.ENOSPC) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: cannot reserve %d bytes (engine %s): %s",
              path,
              size,
              MappedEngine.NAME,
              Errno.describe(Errno.ENOSPC)));
    }
    return result == 0;
  }

  private void zero(long from, long to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
    for (long at = from; at < to; at += zeros.limit()) {
      zeros.clear().limit((int) Math.min(ZEROS, to - at));
      long begin = at;
      while (zeros.hasRemaining()) {
        long position = begin + zeros.position();
        int n = named("extend", open -> open.write(zeros.duplicate(), position));
        zeros.position(zeros.position() + n);
      }
    }
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    if (size < size()) {
      named("cut", open -> open.truncate(size));
    } else if (size > size()) {
      named("extend", open -> open.write(ByteBuffer.allocate(1), size - 1));
    }
    mapping = mapping.replacedBy(Mapping.of(path, channel, mode, size));
  }

  /// fsync(2) also writes the pages that were changed through a mapping (Linux: they are the page
  /// cache).
  @Override
  public void sync() throws IOException {
    mapping.force(path);
    named(
        "sync",
        open -> {
          open.force(true);
          return open;
        });
  }

  @Override
  public void close() throws IOException {
    try {
      mapping.close();
    } finally {
      handle.ifPresent(Handle::close);
      channel.close();
    }
  }

  @Override
  public Optional<Path> openPath() {
    return handle.map(Handle::path);
  }

  @Override
  public String explain() {
    return "mapped: the whole file is mapped and copied; reads of pages that are not cached hold up the JVM's safepoints";
  }
}
