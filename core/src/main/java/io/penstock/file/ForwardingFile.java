package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// An engine's file that leaves to another one what a subclass does not do in a way of its own.
///
/// Lists of extents are not left to it: they are moved one by one, by the subclass's own transfers.
abstract class ForwardingFile implements EngineFile {
  /// The other file.
  final EngineFile calls;

  ForwardingFile(EngineFile calls) {
    this.calls = calls;
  }

  @Override
  public long readNow(long offset, MemorySegment target, long at, long length) throws IOException {
    return calls.readNow(offset, target, at, length);
  }

  @Override
  public int ringDescriptor() {
    return calls.ringDescriptor();
  }

  @Override
  public boolean cached(long offset, long length) {
    return calls.cached(offset, length);
  }

  @Override
  public boolean fillsHoles() {
    return calls.fillsHoles();
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    return calls.tryRead(offset, array, at, length);
  }

  @Override
  public long tryReadNow(long offset, Object array, long at, long length) throws IOException {
    return calls.tryReadNow(offset, array, at, length);
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    calls.write(offset, source, at, length);
  }

  @Override
  public int alignment() {
    return calls.alignment();
  }

  @Override
  public long size() throws IOException {
    return calls.size();
  }

  @Override
  public void reserve(long size) throws IOException {
    calls.reserve(size);
  }

  @Override
  public void resize(long size) throws IOException {
    calls.resize(size);
  }

  @Override
  public void sync() throws IOException {
    calls.sync();
  }

  @Override
  public void advise(long offset, long length, Advice advice) {
    calls.advise(offset, length, advice);
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    return calls.map(offset, length, arena);
  }

  @Override
  public Optional<Path> openPath() {
    return calls.openPath();
  }

  @Override
  public OptionalInt descriptor() {
    return calls.descriptor();
  }

  @Override
  public void close() throws IOException {
    calls.close();
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    calls.read(offset, target, at, length);
  }

  @Override
  public int preferredBytes() {
    return calls.preferredBytes();
  }
}
