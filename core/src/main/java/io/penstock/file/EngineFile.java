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

  /// Reads as much of a range to memory off the heap as can be had without waiting for a device,
  /// from its begin on.
  ///
  /// @param target off-heap memory
  /// @param at where in `target`
  /// @return how many bytes have been read; 0 where the first has to be waited for, or the engine
  ///   cannot tell
  /// @throws TransferException as [#read] does
  default long readNow(long offset, MemorySegment target, long at, long length) throws IOException {
    return 0;
  }

  /// The descriptor by which requests to a ring of the kernel's ([io.penstock.ffi.Ring]) move this
  /// file as the engine would, at multiples of [#alignment()]; -1 where there is none. It stays
  /// until [#close].
  default int ringDescriptor() {
    return -1;
  }

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

  /// Reads to a Java array as much of a range as can be had without waiting for a device, if that
  /// takes less than to [read it now][#readNow] to memory off the heap and to copy it.
  ///
  /// @param array as for [#tryRead]
  /// @param at as for [#tryRead]
  /// @return as [#tryRead]; 0 also where the first byte has to be waited for
  /// @throws TransferException as [#read] does
  default long tryReadNow(long offset, Object array, long at, long length) throws IOException {
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

  /// A list of extents of a file, whose bytes follow one another in memory: what list I/O moves in
  /// one call, as the rows of a tile.
  ///
  /// Extents lie in the file in ascending order and do not overlap. Holds [#MOST] of them and is
  /// used again; belongs to one thread.
  final class ExtentList {
    /// As many as preadv(2) takes at once (UIO_MAXIOV).
    public static final int MOST = 1024;

    /// More bytes than these are not worth gathering: with their source, half of a typical
    /// second-level cache.
    public static final int MOST_BYTES = 256 << 10;

    /// Of a longer stretch each extent is asked for alone.
    private static final long NEAR = 32 << 20;

    private final long[] offsets = new long[MOST];
    private final long[] lengths = new long[MOST];
    private int count;
    private long bytes;

    /// An empty list.
    public ExtentList() {}

    /// Takes all extents out.
    public void clear() {
      count = 0;
      bytes = 0;
    }

    /// Adds an extent behind the last one, or makes that longer where the two touch.
    ///
    /// @param length not 0
    /// @return false if the list is full: nothing has been added
    public boolean add(long offset, long length) {
      if (count > 0 && end() == offset) {
        lengths[count - 1] += length;
      } else if (count == MOST) {
        return false;
      } else {
        offsets[count] = offset;
        lengths[count++] = length;
      }
      bytes += length;
      return true;
    }

    /// How many there are.
    public int count() {
      return count;
    }

    /// The length of all together.
    public long bytes() {
      return bytes;
    }

    /// Where an extent begins in the file.
    public long offset(int index) {
      return offsets[index];
    }

    /// How long an extent is.
    public long length(int index) {
      return lengths[index];
    }

    /// Where the last extent ends in the file.
    public long end() {
      return end(count - 1);
    }

    /// Where an extent ends in the file.
    public long end(int index) {
      return offsets[index] + lengths[index];
    }

    /// How far two of them lie apart on average.
    long gap() {
      return count == 1 ? 0 : (end() - offsets[0] - bytes) / (count - 1);
    }

    /// The last extent that ends within so many bytes of where one begins; that one if none does.
    int lastWithin(int first, long most) {
      int found = first;
      while (found + 1 < count && end(found + 1) - offsets[first] <= most) {
        found++;
      }
      return found;
    }

    /// Whether all extents were in the page cache a moment ago. Where they lie close together that
    /// is asked in one, for all that lies between them too.
    private boolean areCached(EngineFile file) {
      return end() - offsets[0] <= NEAR
          ? file.cached(offsets[0], end() - offsets[0])
          : isEachCached(file);
    }

    private boolean isEachCached(EngineFile file) {
      for (int i = 0; i < count; i++) {
        if (!file.cached(offsets[i], lengths[i])) {
          return false;
        }
      }
      return true;
    }

    /// Whether lists of a file are cached, as far as it is worth a question: with each that is not,
    /// more of the next ones are taken for not cached either.
    ///
    /// Roughly: threads may count over each other.
    static final class Residency {
      private static final int MOST_UNASKED = 63;

      private int refused;
      private int unasked;

      /// Of a list as it is.
      boolean has(ExtentList extents, EngineFile file) {
        return isAsked() && told(extents.areCached(file));
      }

      /// Of a list whose extents would be asked for one by one if it were not cached: others may
      /// have left what lies between them out of the cache.
      boolean hasEach(ExtentList extents, EngineFile file) {
        return isAsked() && told(extents.areCached(file) || extents.isEachCached(file));
      }

      private boolean isAsked() {
        if (unasked == 0) {
          return true;
        }
        unasked--;
        return false;
      }

      private boolean told(boolean cached) {
        refused = cached ? 0 : Math.min(MOST_UNASKED, 2 * refused + 1);
        unasked = refused;
        return cached;
      }
    }
  }
}
