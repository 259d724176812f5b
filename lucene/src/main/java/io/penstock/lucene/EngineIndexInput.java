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
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.util.Unwrappable;

/// An index input that reads by an engine, through a buffer of its own: an open file, or a part of
/// it, as slices and clones have it.
final class EngineIndexInput extends BufferedIndexInput implements BatchedInput {
  final ByteFile file;
  final long begin;
  private final long length;
  private boolean isOwner;

  private EngineIndexInput(
      String description, int bufferSize, ByteFile file, long begin, long length, boolean isOwner) {
    super(description, bufferSize);
    this.file = file;
    this.begin = begin;
    this.length = length;
    this.isOwner = isOwner;
  }

  static EngineIndexInput open(String description, int bufferSize, Path path, Access access)
      throws IOException {
    // Lucene's tests wrap paths in file systems of their own, which have no files for an engine.
    ByteFile file = ByteFile.open(Unwrappable.unwrapAll(path), access);
    try {
      return new EngineIndexInput(description, bufferSize, file, 0, file.size(), true);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  @Override
  protected void readInternal(ByteBuffer target) throws IOException {
    boolean read = false;
    try {
      requireWithin(getFilePointer(), target.remaining());
      file.readAt(begin + getFilePointer(), target);
      read = true;
    } catch (IllegalStateException e) {
      throw closed(e);
    } finally {
      if (!read) {
        target.position(0).limit(0); // Lucene would take what it holds for the file's
      }
    }
  }

  @Override
  protected void seekInternal(long to) throws IOException {
    requireWithin(to, 0);
  }

  @Override
  public void readAll(long[] offsets, int size, MemorySegment target) throws IOException {
    requireAllWithin(offsets, size, target);
    readAll(offsets, 0, size, target);
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
    if (!target.scope().isAlive()) {
      throw new IllegalStateException("the memory to read into was given back: " + file);
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

  @Override
  public long length() {
    return length;
  }

  @Override
  public EngineIndexInput slice(String description, long offset, long count) {
    if (offset < 0 || count < 0 || offset > length - count) {
      String part = count + " bytes at " + offset;
      throw new IllegalArgumentException(description + ": " + part + " are not all in " + file);
    }
    return new EngineIndexInput(
        getFullSliceDescription(description), getBufferSize(), file, begin + offset, count, false);
  }

  @Override
  public EngineIndexInput clone() {
    EngineIndexInput clone = (EngineIndexInput) super.clone();
    clone.isOwner = false;
    return clone;
  }

  @Override
  public void close() throws IOException {
    if (isOwner) {
      file.close();
    }
  }
}
