package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/// The bytes of a regular file, read and written at any offset by an engine.
///
/// Takes the place of [java.nio.channels.FileChannel] where a program moves bytes at places: every
/// transfer is complete or fails, with the file, the place and the reason; an interrupt neither
/// ends a transfer nor closes the file; a large transfer is shared among threads. There is no
/// position to share. Offsets and lengths are in bytes. For arrays of numbers see [ArrayFile], for
/// single values through a buffer [io.penstock.stream.ArrayRandomAccessFile].
///
/// All methods may be called by any number of threads at once. What a call reads while another one
/// writes it is unspecified, and so is, after a failure, the part of the target that was moved.
/// [#close()] waits for transfers in progress, which fail at their next step; after it every other
/// method but [#path], [#mode] and [#toString] throws an [IllegalStateException].
///
/// ```java
/// try (ByteFile file = ByteFile.openOrCreate(Path.of("blocks"))) {
///   file.writeAt(7 * 4096, block);
///   file.readAt(0, header);
///   file.sync();
/// }
/// ```
public final class ByteFile implements Closeable {
  /// Any file, as far as transfers are concerned.
  private static final Raw BYTES =
      Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(Long.MAX_VALUE));

  private final Path path;
  private final Access access;
  private final FileHandle handle;
  private final Transfers transfers;

  private ByteFile(Path path, Access access, EngineFile engineFile) {
    this.path = path;
    this.access = access;
    this.handle = new FileHandle(path, access, engineFile);
    this.transfers = new Transfers(handle, BYTES, path);
  }

  // ---- opening ---------------------------------------------------------------------------------

  /// Opens an existing file for reading.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  public static ByteFile open(Path file) throws IOException {
    return open(file, Access.read());
  }

  /// Opens an existing file.
  ///
  /// @param access what may be done, by which engine and how many threads
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   used so
  /// @throws IOException if the engine cannot work on this file; the message says why
  public static ByteFile open(Path file, Access access) throws IOException {
    return new ByteFile(file, access, access.engine().open(file, access.mode()));
  }

  /// Creates an empty file, and opens it for reading and writing. It is there at once.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is a file of this name
  /// @throws java.nio.file.FileSystemException if the folder is missing or may not be written
  public static ByteFile create(Path file) throws IOException {
    return create(file, Access.readWrite());
  }

  /// Creates an empty file, and opens it for reading and writing. It is there at once.
  ///
  /// @param access by which engine and how many threads; its mode is taken for
  ///   [OpenMode#READ_WRITE]
  /// @throws java.nio.file.FileAlreadyExistsException if there is a file of this name
  /// @throws java.nio.file.FileSystemException if the folder is missing or may not be written
  public static ByteFile create(Path file, Access access) throws IOException {
    Access both = access.withMode(OpenMode.READ_WRITE);
    return new ByteFile(file, both, both.engine().create(file));
  }

  /// Opens a file for reading and writing, and creates it where it is missing, also where a
  /// symbolic link leads to it.
  ///
  /// @throws java.nio.file.FileSystemException if it is not a regular file, may not be used so, or
  ///   the folder is missing or may not be written
  public static ByteFile openOrCreate(Path file) throws IOException {
    return openOrCreate(file, Access.readWrite());
  }

  /// Opens a file for reading and writing, and creates it where it is missing, also where a
  /// symbolic link leads to it.
  ///
  /// @param access by which engine and how many threads; its mode is taken for
  ///   [OpenMode#READ_WRITE]
  /// @throws java.nio.file.FileSystemException if it is not a regular file, may not be used so, or
  ///   the folder is missing or may not be written
  public static ByteFile openOrCreate(Path file, Access access) throws IOException {
    Access both = access.withMode(OpenMode.READ_WRITE);
    return new ByteFile(file, both, both.engine().openOrCreate(file, both.mode()));
  }

  // ---- transfers -------------------------------------------------------------------------------

  /// Fills an array with the bytes from `offset` on.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for writing only
  /// @throws TransferException if the file ends before, or the device fails
  public void readAt(long offset, byte[] target) throws IOException {
    move(TransferDirection.READ, offset, target, 0, target.length);
  }

  /// Fills `count` bytes of an array with those from `offset` on.
  ///
  /// @param from the first index of `target` that is filled
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the places are not all in `target`
  /// @throws IllegalStateException if the file is closed, or open for writing only
  /// @throws TransferException if the file ends before, or the device fails
  public void readAt(long offset, byte[] target, int from, int count) throws IOException {
    move(
        TransferDirection.READ,
        offset,
        target,
        Objects.checkFromIndexSize(from, count, target.length),
        count);
  }

  /// Fills what a buffer has remaining with the bytes from `offset` on. Its position moves to its
  /// limit, or stays where it is if the transfer fails.
  ///
  /// @throws IllegalArgumentException if `offset` is negative, or the buffer is read-only
  /// @throws IllegalStateException if the file is closed, or open for writing only
  /// @throws TransferException if the file ends before, or the device fails
  public void readAt(long offset, ByteBuffer target) throws IOException {
    requireFillable(target.isReadOnly());
    move(TransferDirection.READ, offset, target);
  }

  /// Fills a segment, of any kind, with the bytes from `offset` on.
  ///
  /// @throws IllegalArgumentException if `offset` is negative, or the segment is read-only
  /// @throws IllegalStateException if the file is closed, or open for writing only
  /// @throws TransferException if the file ends before, or the device fails
  public void readAt(long offset, MemorySegment target) throws IOException {
    requireFillable(target.isReadOnly());
    move(TransferDirection.READ, offset, target, 0, target.byteSize());
  }

  /// Writes an array from `offset` on. A file that ends before is extended, with zeros between.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws TransferException if the device is full or fails
  public void writeAt(long offset, byte[] source) throws IOException {
    move(TransferDirection.WRITE, offset, source, 0, source.length);
  }

  /// Writes `count` bytes of an array from `offset` on. A file that ends before is extended, with
  /// zeros between.
  ///
  /// @param from the first index of `source` that is written
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IndexOutOfBoundsException if the places are not all in `source`
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws TransferException if the device is full or fails
  public void writeAt(long offset, byte[] source, int from, int count) throws IOException {
    move(
        TransferDirection.WRITE,
        offset,
        source,
        Objects.checkFromIndexSize(from, count, source.length),
        count);
  }

  /// Writes what a buffer has remaining from `offset` on. Its position moves to its limit, or stays
  /// where it is if the transfer fails. A file that ends before is extended, with zeros between.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws TransferException if the device is full or fails
  public void writeAt(long offset, ByteBuffer source) throws IOException {
    move(TransferDirection.WRITE, offset, source);
  }

  /// Writes a segment, of any kind, from `offset` on. A file that ends before is extended, with
  /// zeros between.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws TransferException if the device is full or fails
  public void writeAt(long offset, MemorySegment source) throws IOException {
    move(TransferDirection.WRITE, offset, source, 0, source.byteSize());
  }

  static void requireFillable(boolean readOnly) {
    if (readOnly) {
      throw new IllegalArgumentException("read-only memory cannot be read into");
    }
  }

  void move(TransferDirection direction, long offset, ByteBuffer buffer) throws IOException {
    int count = buffer.remaining();
    if (buffer.hasArray()) {
      int at = buffer.arrayOffset() + buffer.position();
      move(direction, offset, buffer.array(), at, count);
    } else {
      move(direction, offset, MemorySegment.ofBuffer(buffer), 0, count);
    }
    buffer.position(buffer.limit());
  }

  private void move(TransferDirection direction, long offset, Object memory, long at, long count)
      throws IOException {
    FileHandle _ = requireRange(direction, offset, count);
    if (count > 0) {
      transfers.range(direction, offset, memory, at, count);
    }
  }

  /// Checks that a transfer may be asked for, and gives what makes it.
  FileHandle requireRange(TransferDirection direction, long offset, long count) {
    handle.require(direction);
    if (offset < 0 || offset > Long.MAX_VALUE - count) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: offset %d must not be negative, and its %d bytes end at 2^63 - 1 at the latest",
              path,
              offset,
              count));
    }
    return handle;
  }

  /// A view's write that would end where no file does.
  IOException tooLong(long offset, int count) {
    return TransferException.of(
        access.engine().name(), "write", path, offset, count, 0, "no file is that long");
  }

  /// Whether there is a byte at a place, whatever the file tells of its size. Nobody is told of the
  /// look.
  boolean hasByte(long offset) throws IOException {
    handle.require(TransferDirection.READ);
    try {
      transfers.alone(TransferDirection.READ, offset, new byte[1], 0, 1);
      return true;
    } catch (IOException e) {
      if (e instanceof TransferException failed && failed.isAtEnd()) {
        return false;
      }
      throw e;
    }
  }

  // ---- the file --------------------------------------------------------------------------------

  /// The file's path, as it was given.
  public Path path() {
    return path;
  }

  /// What may be done with it.
  public OpenMode mode() {
    return access.mode();
  }

  /// The file's size, as it is now. Files of the kernel's own, as those of `/proc`, tell 0 and have
  /// bytes all the same.
  public long size() throws IOException {
    handle.enter();
    try {
      return handle.engineFile().size();
    } finally {
      handle.leave();
    }
  }

  /// Sets the file's size: cuts it, or extends it with zeros that take no place on the device. What
  /// others add behind that size at the same moment may be cut off.
  ///
  /// @throws IllegalArgumentException if `size` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  public void resize(long size) throws IOException {
    enterToSet(size);
    try {
      handle.engineFile().resize(size);
    } finally {
      handle.leave();
    }
  }

  /// Makes the file at least `size` bytes long and reserves their place on the device, so that a
  /// full disk shows now. Engine `channel`, engine `auto` without native access where the file has
  /// bytes, and a file system that cannot reserve only extend it; these may cut off what others add
  /// behind `size` at the same moment, where the file ended before. Without native access zeros may
  /// come over what another process writes at the same moment to a file that was empty, or that
  /// engine `mapped` reserves.
  ///
  /// @throws IllegalArgumentException if `size` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws IOException if there is no room; the file's size is then unspecified
  public void reserve(long size) throws IOException {
    enterToSet(size);
    try {
      handle.engineFile().reserve(size);
    } finally {
      handle.leave();
    }
  }

  private void enterToSet(long size) throws IOException {
    if (size < 0) {
      throw new IllegalArgumentException(path + ": size " + size + " must not be negative");
    }
    handle.require(TransferDirection.WRITE);
    handle.enter();
  }

  /// Returns once everything written so far is on the device, as fsync(2) defines it.
  ///
  /// @throws IllegalStateException if the file is closed, or open for reading only
  /// @throws IOException if that cannot be promised. Then what was written since the last sync may
  ///   be lost, and every later call fails too: the way out is to write the data again to a new
  ///   file
  public void sync() throws IOException {
    handle.require(TransferDirection.WRITE);
    handle.sync();
  }

  /// Whether all of a range was in the page cache a moment ago, so that a read of it will hardly
  /// wait for a device. An answer may be a tenth of a second old.
  ///
  /// @return false also where the range is not all in the file, unless it is empty, and where the
  ///   system or the engine cannot tell: on a file system of a server, past the page cache, on
  ///   Linux before 6.5, and by engine `auto` before it calls C ([FileEngines#bind])
  /// @throws IndexOutOfBoundsException if `offset` or `length` is negative
  /// @throws IllegalStateException if the file is closed
  /// @throws IOException if an earlier sync failed
  public boolean isCached(long offset, long length) throws IOException {
    handle.enter();
    try {
      Objects.checkFromIndexSize(offset, length, Long.MAX_VALUE);
      return length == 0 || handle.engineFile().cached(offset, length);
    } finally {
      handle.leave();
    }
  }

  /// Tells the kernel how a range is going to be used, also by what is mapped of it. Advice changes
  /// how fast things go and nothing else; where the system takes none nothing happens.
  ///
  /// @throws IndexOutOfBoundsException if the range is not all in the file
  /// @throws IllegalStateException if the file is closed
  public void advise(long offset, long length, Advice advice) throws IOException {
    Objects.checkFromIndexSize(offset, length, size());
    handle.advise(offset, length, advice);
  }

  /// Maps a range to memory, of any length, until `arena` ends, whatever becomes of this object:
  /// see [ArrayFile#map(long, long, Arena)], whose rules are those of this method.
  ///
  /// @throws IndexOutOfBoundsException if the range is not all in the file
  /// @throws IllegalStateException if the file is closed or open for writing only, or the arena has
  ///   ended
  /// @throws TransferException if the file ends early, the system refuses, or the bytes cannot be
  ///   mapped, because they are packed or belong to a file system that maps none
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    handle.require(TransferDirection.READ);
    Objects.checkFromIndexSize(offset, length, size());
    return handle.map(offset, length, arena);
  }

  /// Which engine moves this file, in what way and why, in one line; and the user's profile where
  /// that has chosen it.
  public String explain() throws IOException {
    return handle.explain();
  }

  /// What this is, in one line.
  @Override
  public String toString() {
    return "byte file " + path + handle.described();
  }

  /// Waits for transfers in progress and closes the file. Closing twice does nothing.
  ///
  /// @throws IllegalStateException if it is called by the consumer of a batch that moves the file,
  ///   which would wait for itself
  /// @throws IOException if the system fails, or an earlier sync failed: what was written before it
  ///   may be lost
  @Override
  public void close() throws IOException {
    handle.close();
  }

  boolean isClosed() {
    return handle.isClosed();
  }

  // ---- views -----------------------------------------------------------------------------------

  /// This file for code that takes channels, from its begin on.
  ///
  /// It reads what there is: also of files of the kernel's own, which tell another size than they
  /// have, and of a file that others cut meanwhile.
  ///
  /// A view has a position of its own, which may lie past the file's end, and is safe for any
  /// thread; a call for it is a call for the file, without a buffer. To close a view leaves the
  /// file open, and to close the file closes its views. An interrupt closes neither.
  public SeekableByteChannel channel() {
    return new ByteFileChannel(this, 0);
  }

  /// This file for code that takes streams, from `offset` on to the file's end, which may move. It
  /// has no buffer: put a [java.io.BufferedInputStream] around it for single bytes. To close it
  /// leaves the file open.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for writing only
  public InputStream inputStream(long offset) {
    handle.require(TransferDirection.READ);
    return Channels.newInputStream(new ByteFileChannel(this, requirePosition(offset)));
  }

  /// This file for code that takes streams, from `offset` on: what is there is overwritten, and a
  /// file that ends is extended. It has no buffer: put a [java.io.BufferedOutputStream] around it
  /// for single bytes. To close it leaves the file open.
  ///
  /// @throws IllegalArgumentException if `offset` is negative
  /// @throws IllegalStateException if the file is closed, or open for reading only
  public OutputStream outputStream(long offset) {
    handle.require(TransferDirection.WRITE);
    return Channels.newOutputStream(new ByteFileChannel(this, requirePosition(offset)));
  }

  static long requirePosition(long position) {
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " must not be negative");
    }
    return position;
  }
}
