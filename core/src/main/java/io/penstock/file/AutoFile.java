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
  private volatile long attemptAt;
  private volatile State state = new Called();

  /// Where reads of the heap go.
  private sealed interface State {}

  /// By system calls, until the file has been read over.
  private record Called() implements State {}

  /// Through a mapping, where it is cached.
  private record Mapped(EngineFile file, Residency residency) implements State {}

  /// By system calls for good.
  private record Unmappable(String reason) implements State {}

  AutoFile(Path path, EngineFile calls, FileEngine mappedEngine) throws IOException {
    this.path = path;
    this.calls = calls;
    this.mappedEngine = mappedEngine;
    this.identity = FileErrors.identity(path);
    this.size = calls.size();
    this.attemptAt = size;
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    calls.read(offset, target, at, length);
    bytesRead.add(length);
  }

  @Override
  public boolean cached(long offset, long length) {
    return calls.cached(offset, length);
  }

  @Override
  public boolean readsHeap(long offset, long at, long length) throws IOException {
    return switch (state) {
      case Mapped(_, Residency residency) -> residency.has(offset, length);
      case Unmappable _ -> calls.readsHeap(offset, at, length);
      case Called _ -> {
        if (bytesRead.sum() > attemptAt) {
          map();
        }
        yield calls.readsHeap(offset, at, length);
      }
    };
  }

  @Override
  public void readHeap(long offset, Object array, long at, long length) throws IOException {
    if (state instanceof Mapped(EngineFile mapped, _)) {
      mapped.readHeap(offset, array, at, length);
    } else {
      calls.readHeap(offset, array, at, length);
      bytesRead.add(length);
    }
  }

  private synchronized void map() {
    if (state instanceof Called && size > 0 && bytesRead.sum() > attemptAt) {
      attemptAt = bytesRead.sum() + size;
      try {
        state = mapped();
      } catch (IOException e) {
        state = new Unmappable(String.valueOf(e.getMessage()));
      }
    }
  }

  /// The path may have come to name another file since this one was opened. A file that is not all
  /// cached is asked about again when it has been read over once more.
  private State mapped() throws IOException {
    if (!calls.cached(0, size)) {
      return state;
    }
    EngineFile mapped = mappedEngine.open(path, OpenMode.READ);
    if (identity.isPresent() && FileErrors.identity(path).equals(identity)) {
      return new Mapped(mapped, new Residency(size, calls::cached));
    }
    mapped.close();
    return new Unmappable("another file has this name by now");
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    calls.write(offset, source, at, length);
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
      if (state instanceof Mapped(EngineFile mapped, _)) {
        mapped.close();
      }
    } finally {
      calls.close();
    }
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + switch (state) {
          case Called _ -> "";
          case Mapped _ ->
              "; it has been read over, so that what is cached now comes through a mapping";
          case Unmappable(String reason) -> "; no mapping: " + reason;
        };
  }
}
