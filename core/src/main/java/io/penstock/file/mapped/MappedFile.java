package io.penstock.file.mapped;

import io.penstock.array.ElementType;
import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile;
import io.penstock.file.FileErrors;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;

/// A file mapped as a whole, and mapped anew when it has grown.
///
/// A page that is gone (the file was cut short, the device is full or broken) raises
/// [InternalError] in the copy; it becomes a [TransferException]. Mapped memory is never handed to
/// native code, where the same would end the process.
final class MappedFile implements EngineFile {
  private static final int PREFERRED = 1 << 20;

  /// O_WRONLY | O_CLOEXEC, asm-generic/fcntl.h (v6.1).
  private static final int WRITE_ONLY = 1 | 02000000;

  private final Path path;
  private final SteadyChannel channel;
  private final FileChannel.MapMode mode;
  private volatile Mapping mapping;

  MappedFile(Path path, SteadyChannel channel, FileChannel.MapMode mode) throws IOException {
    this.path = path;
    this.channel = channel;
    this.mode = mode;
    try {
      this.mapping = Mapping.of(path, channel, mode, size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    MemorySegment source = reach("read", offset, length);
    try {
      MemorySegment.copy(source, offset, target, at, length);
      awaitFault(length);
    } catch (InternalError e) {
      throw failure("read", offset, length, gone(e));
    }
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    if (mapping.size() < offset + length) {
      extend(offset + length);
    }
    MemorySegment target = reach("write", offset, length);
    try {
      MemorySegment.copy(source, at, target, offset, length);
      awaitFault(length);
    } catch (InternalError e) {
      throw failure("write", offset, length, gone(e));
    }
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
    return named("find the size of", FileChannel::size);
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
    if (NativeAccess.libc().isEmpty()) {
      return false;
    }
    LibC libc = NativeAccess.libc().get();
    int descriptor = libc.open(path, WRITE_ONLY, 0);
    if (descriptor < 0) {
      return false;
    }
    int result;
    try {
      if (!channel.isNamed()) {
        return false; // the path names another file by now, which must not grow
      }
      result = libc.reserve(descriptor, size);
    } finally {
      libc.close(descriptor);
    }
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
    ByteBuffer zeros = ByteBuffer.allocateDirect(PREFERRED);
    for (long at = from; at < to; at += zeros.limit()) {
      zeros.clear().limit((int) Math.min(PREFERRED, to - at));
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
      channel.close();
    }
  }

  @Override
  public String explain() {
    return "mapped: the whole file is mapped and copied; reads of pages that are not cached hold up the JVM's safepoints";
  }
}
