package io.penstock.testing;

import io.penstock.file.EngineFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// An engine's file that leaves to another one what a test does not look at.
///
/// It has neither a descriptor nor a name, so that all that is moved goes through its transfers.
public abstract class ForwardedFile implements EngineFile {
  /// The other file.
  protected final EngineFile file;

  protected ForwardedFile(EngineFile file) {
    this.file = file;
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    file.read(offset, target, at, length);
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    file.write(offset, source, at, length);
  }

  @Override
  public int preferredBytes() {
    return file.preferredBytes();
  }

  @Override
  public int alignment() {
    return file.alignment();
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void reserve(long size) throws IOException {
    file.reserve(size);
  }

  @Override
  public void resize(long size) throws IOException {
    file.resize(size);
  }

  @Override
  public void sync() throws IOException {
    file.sync();
  }

  @Override
  public String explain() {
    return file.explain();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
