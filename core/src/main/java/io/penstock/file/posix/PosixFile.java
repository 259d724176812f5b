package io.penstock.file.posix;

import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/// A file moved through the page cache.
final class PosixFile implements EngineFile {
  /// With its source, half of a typical second-level cache.
  private static final int PREFERRED = 256 << 10;

  private final Descriptor descriptor;

  /// Made when it is asked: most files are read once, and most are small.
  private volatile Optional<Residency> residency = Optional.empty();

  PosixFile(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  private Residency residency() {
    Optional<Residency> made = residency;
    return made.isPresent() ? made.get() : madeResidency();
  }

  private synchronized Residency madeResidency() {
    if (residency.isEmpty()) {
      residency = Optional.of(new Residency(descriptor));
    }
    return residency.get();
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    descriptor.read(offset, target, at, length);
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    descriptor.write(offset, source, at, length);
  }

  @Override
  public boolean cached(long offset, long length) {
    return residency().has(offset, length);
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    if (!cached(offset, length)) {
      return 0;
    }
    descriptor.readHeap(offset, array, at, length);
    return length;
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
    return descriptor.size();
  }

  @Override
  public void reserve(long size) throws IOException {
    descriptor.reserve(size);
  }

  @Override
  public void resize(long size) throws IOException {
    descriptor.resize(size);
  }

  @Override
  public void sync() throws IOException {
    descriptor.sync();
  }

  @Override
  public void close() throws IOException {
    descriptor.close();
  }

  @Override
  public void advise(long offset, long length, Advice advice) {
    descriptor.advise(offset, length, advice);
  }

  @Override
  public Optional<Path> openPath() {
    return Optional.of(descriptor.path());
  }

  @Override
  public String explain() {
    Optional<String> untold = residency().untold();
    return untold.isEmpty()
        ? "posix: cached pages can be read straight into Java arrays; other reads and all writes go through chunks, if nothing else is asked for of "
            + (PREFERRED >> 10)
            + " KiB"
        : "posix: the kernel does not tell what is cached ("
            + untold.get()
            + "), so everything goes through chunks of "
            + (PREFERRED >> 10)
            + " KiB";
  }
}
