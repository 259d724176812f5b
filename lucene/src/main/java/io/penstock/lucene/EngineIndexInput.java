package io.penstock.lucene;

import io.penstock.file.Access;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;

/// An index input that reads by an engine, through a buffer of its own.
final class EngineIndexInput extends BufferedIndexInput implements BatchedInput {
  private final IndexFile file;
  private boolean isOwner;

  private EngineIndexInput(String description, int bufferSize, IndexFile file, boolean isOwner) {
    super(description, bufferSize);
    this.file = file;
    this.isOwner = isOwner;
  }

  static EngineIndexInput open(String description, int bufferSize, Path path, Access access)
      throws IOException {
    return new EngineIndexInput(description, bufferSize, IndexFile.open(path, access), true);
  }

  @Override
  protected void readInternal(ByteBuffer target) throws IOException {
    file.read(getFilePointer(), target);
  }

  @Override
  protected void seekInternal(long to) throws IOException {
    file.requireWithin(to, 0);
  }

  @Override
  public void readAll(long[] offsets, int size, MemorySegment target) throws IOException {
    file.requireAllWithin(offsets, size, target);
    file.readAll(offsets, 0, size, target);
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public IndexInput slice(String description, long offset, long length) {
    return new EngineIndexInput(
        getFullSliceDescription(description),
        getBufferSize(),
        file.slice(description, offset, length),
        false);
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
      file.file().close();
    }
  }
}
