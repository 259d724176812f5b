package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// A file opened by an engine: bytes at offsets, and no position.
///
/// Offsets and lengths are in bytes and have been checked: not negative, and inside the segment.
/// All transfers are complete or fail; short transfers and interrupted system calls are continued
/// inside. All methods but [#close] may be called by any number of threads at once; an interrupt of
/// a thread neither ends a transfer nor closes the file. [#close] is called once, when no other
/// call is in progress, and nothing is called after it.
public interface EngineFile extends Closeable {
  /// Fills `length` bytes of `target` from the file.
  ///
  /// @param target off-heap memory
  /// @param at where in `target`
  /// @throws TransferException if the file ends before, or the device fails; some of `target` may
  ///   have been filled
  void read(long offset, MemorySegment target, long at, long length) throws IOException;

  /// Whether a range was in the page cache a moment ago; false where nobody tells.
  boolean cached(long offset, long length);

  /// Whether the file keeps the pages that a mapping reads of its holes, as those of tmpfs(5) do:
  /// where there is no room for them the read fails, which a call's does not.
  default boolean fillsHoles() {
    return false;
  }

  /// Reads straight to a Java array as much of a range as can be had without waiting for a device
  /// while the JVM is held up, and as is not read faster to memory off the heap and copied.
  ///
  /// The caller asks nothing beforehand, and goes on from where this has stopped: with another call
  /// for the next piece if anything was read, else by [#read].
  ///
  /// @param array of a primitive type
  /// @param at where in the array, in bytes from its first element; like `length` a multiple of an
  ///   element
  /// @return how many bytes from `offset` on have been read, a multiple of an element; 0 if they
  ///   should be [read][#read] to memory off the heap, as with an engine that never reaches the
  ///   heap
  /// @throws TransferException as [#read] does
  default long tryRead(long offset, Object array, long at, long length) throws IOException {
    return 0;
  }

  /// Reads extents of the file to consecutive bytes of a Java array, if that takes less than to
  /// [read][#tryRead] one after the other.
  ///
  /// @param array of a primitive type
  /// @param at where in the array the bytes of the first extent go, in bytes from its first
  ///   element; like each length a multiple of an element
  /// @return whether all have been read; else they should be read one by one
  /// @throws TransferException as [#read] does
  default boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
    return false;
  }

  /// Writes `length` bytes of `source` to the file, extending it where it ends before.
  ///
  /// @param source off-heap memory
  /// @param at where in `source`
  /// @throws TransferException if the device is full or fails; the message says how many bytes were
  ///   written
  void write(long offset, MemorySegment source, long at, long length) throws IOException;

  /// Writes as much of a range of a Java array as is not written faster from memory off the heap.
  ///
  /// @param array of a primitive type
  /// @param at where in the array, in bytes from its first element; like `length` a multiple of an
  ///   element
  /// @return how many bytes have been written, a multiple of an element; 0 if they should be
  ///   [written][#write] from memory off the heap
  /// @throws TransferException as [#write] does
  default long tryWrite(long offset, Object array, long at, long length) throws IOException {
    return 0;
  }

  /// Writes extents of the file from consecutive bytes of `source`, in their order; one by one,
  /// unless the engine has something better.
  ///
  /// @param source off-heap memory
  /// @param at where in `source` the bytes of the first extent begin
  /// @throws TransferException as [#write] does, for one of the extents; any of the others may have
  ///   been written
  default void writeList(ExtentList extents, MemorySegment source, long at) throws IOException {
    long from = at;
    for (int i = 0; i < extents.count(); i++) {
      write(extents.offset(i), source, from, extents.length(i));
      from += extents.length(i);
    }
  }

  /// Writes extents of the file from consecutive bytes of a Java array, as [#writeList] does from
  /// memory off the heap, if that is faster than to copy them there first.
  ///
  /// @param array of a primitive type
  /// @param at where in the array the bytes of the first extent begin, in bytes from its first
  ///   element; like each length a multiple of an element
  /// @return whether all have been written; else none has
  /// @throws TransferException as [#writeList] does
  default boolean tryWriteList(ExtentList extents, Object array, long at) throws IOException {
    return false;
  }

  /// The number of bytes that a transfer should have when the caller may choose.
  int preferredBytes();

  /// A power of two: transfers are fastest where file offset and memory address are equal modulo
  /// this. 1 where it does not matter.
  int alignment();

  /// The file's size.
  long size() throws IOException;

  /// Makes the file at least `size` bytes long and reserves their place on the device, so that a
  /// full disk shows now.
  ///
  /// @throws IOException if there is no room; the file's size is then unspecified
  void reserve(long size) throws IOException;

  /// Sets the file's size, cutting it or extending it with zeros that take no place.
  void resize(long size) throws IOException;

  /// Returns once everything written is on the device, as fsync(2) defines it.
  ///
  /// @throws IOException if that cannot be promised; what was written since the last [#sync] may be
  ///   lost, whatever a later call says
  void sync() throws IOException;

  /// Tells the kernel how a range is going to be used; nothing where there is no way to tell, or
  /// the kernel takes no advice.
  default void advise(long offset, long length, Advice advice) {}

  /// Has a range read into the page cache and entered into the page tables where this file is
  /// mapped, so that a copy of it will not wait for the device; the JVM can stop meanwhile. Nothing
  /// where it is not mapped; whatever fails will fail again when the range is read.
  default void populate(long offset, long length) {}

  /// Takes a range out of the page tables where this file is mapped; it stays in the page cache.
  /// Nothing where it is not mapped.
  default void release(long offset, long length) {}

  /// Maps a range that the file has, for reading, until `arena` ends, whatever becomes of this
  /// object; the file is never made longer. Only asked for where there is no [#openPath()], by
  /// which files are mapped otherwise.
  ///
  /// @param length not 0
  /// @throws UnsupportedOperationException if these bytes cannot be mapped, as those of a packed
  ///   file
  /// @throws IOException if the system refuses
  default MemorySegment map(long offset, long length, Arena arena) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// A path that leads to this open file, and to no other, whatever its name leads to by now: valid
  /// until [#close].
  ///
  /// @return empty where there is no such path
  default Optional<Path> openPath() {
    return Optional.empty();
  }

  /// The descriptor by which this file is open, which [#close] alone may close. Who needs one does
  /// not open the file again: to close that would end the locks that this process has on the file
  /// (fcntl(2)).
  ///
  /// @return empty where there is none, or it is not known
  default OptionalInt descriptor() {
    return OptionalInt.empty();
  }

  /// How this file is being moved and why, in one line for the user.
  String explain();
}
