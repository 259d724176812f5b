package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// A file open for reading that is read by system calls at first, and through a mapping once it has
/// been read over.
///
/// The first touch of every mapped page costs a fault, so a mapping loses on a first reading; from
/// the second on it saves a system call and the kernel's copy loop. A range goes through the
/// mapping only while the kernel says that it is cached: a fault that waits for the device would
/// hold up the JVM.
final class AutoFile implements EngineFile {
  private final Path path;
  private final EngineFile calls;
  private final FileEngine mappedEngine;
  private final Optional<Object> identity;
  private final long size;
  private final LongAdder bytesRead = new LongAdder();
  private volatile Optional<EngineFile> mapped = Optional.empty();
  private volatile Optional<String> refused = Optional.empty();

  AutoFile(Path path, EngineFile calls, FileEngine mappedEngine) throws IOException {
    this.path = path;
    this.calls = calls;
    this.mappedEngine = mappedEngine;
    this.identity = FileErrors.identity(path);
    this.size = calls.size();
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    calls.read(offset, target, at, length);
    bytesRead.add(length);
  }

  @Override
  public boolean readsHeap(long offset, long length) {
    boolean cached = calls.readsHeap(offset, length);
    if (cached && mapped.isEmpty() && bytesRead.sum() >= size) {
      map();
    }
    return cached;
  }

  private synchronized void map() {
    if (mapped.isPresent() || refused.isPresent()) {
      return;
    }
    try {
      EngineFile mapping = mappedEngine.open(path, OpenMode.READ);
      if (identity.isPresent() && FileErrors.identity(path).equals(identity)) {
        mapped = Optional.of(mapping);
      } else {
        mapping.close();
        refused = Optional.of("another file has this name by now");
      }
    } catch (IOException e) {
      refused = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    calls.write(offset, source, at, length);
  }

  @Override
  public void readHeap(long offset, Object array, long at, long length) throws IOException {
    if (mapped.isPresent()) {
      mapped.get().readHeap(offset, array, at, length);
    } else {
      calls.readHeap(offset, array, at, length);
      bytesRead.add(length);
    }
  }

  @Override
  public int preferredBytes() {
    return calls.preferredBytes();
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
  public void reserve(long bytes) throws IOException {
    calls.reserve(bytes);
  }

  @Override
  public void resize(long bytes) throws IOException {
    calls.resize(bytes);
  }

  @Override
  public void sync() throws IOException {
    calls.sync();
  }

  @Override
  public void close() throws IOException {
    try {
      if (mapped.isPresent()) {
        mapped.get().close();
      }
    } finally {
      calls.close();
    }
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + mapped
            .map(_ -> "; read over more than once, so what is cached now comes through a mapping")
            .orElse("")
        + refused.map(reason -> "; no mapping: " + reason).orElse("");
  }
}
