package io.penstock.lucene;

import io.penstock.file.Access;
import io.penstock.file.ByteFile;
import io.penstock.file.ReadBatch;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Unwrappable;

/// A part of an open file of an index, which slices and clones of an input share.
///
/// Closing the file is the work of the input that opened it. Threads read it side by side.
record IndexFile(ByteFile file, long begin, long length) {
  static IndexFile open(Path path, Access access) throws IOException {
    // Lucene's tests wrap paths in file systems of their own, which have no files for an engine.
    ByteFile file = ByteFile.open(Unwrappable.unwrapAll(path), access);
    try {
      return new IndexFile(file, 0, file.size());
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  IndexFile slice(String description, long offset, long count) {
    if (offset < 0 || count < 0 || offset > length - count) {
      String part = count + " bytes at " + offset;
      throw new IllegalArgumentException(description + ": " + part + " are not all in " + file);
    }
    return new IndexFile(file, begin + offset, count);
  }

  void read(long position, ByteBuffer target) throws IOException {
    requireWithin(position, target.remaining());
    try {
      file.readAt(begin + position, target);
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  /// Reads the places from `first` on of those that a batched input was asked for.
  void readAll(long[] offsets, int first, int size, MemorySegment target) throws IOException {
    ReadBatch batch = new ReadBatch();
    try {
      for (int i = first; i < offsets.length; i++) {
        batch.add(file, begin + offsets[i], target.asSlice((long) i * size, size));
      }
      batch.await();
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  void requireAllWithin(long[] offsets, int size, MemorySegment target) throws EOFException {
    if (size < 0 || (long) size * offsets.length > target.byteSize()) {
      throw new IndexOutOfBoundsException(
          offsets.length + " x " + size + " bytes do not go into " + target.byteSize() + " bytes");
    }
    for (long offset : offsets) {
      requireWithin(offset, size);
    }
  }

  void requireWithin(long position, long count) throws EOFException {
    if (position < 0 || position > length - count) {
      throw new EOFException(
          "read past EOF: " + count + " bytes from " + position + " on of " + length + ": " + file);
    }
  }

  /// What an input throws when its file or arena was closed meanwhile.
  AlreadyClosedException closed(IllegalStateException cause) {
    return new AlreadyClosedException("Already closed: " + file, cause);
  }
}
