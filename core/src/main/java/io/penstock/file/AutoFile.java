package io.penstock.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// A file open for reading that is read by system calls at first, and through a mapping once that
/// has become worth its price.
///
/// The first touch of mapped pages costs faults, so a mapping loses where calls reach the array
/// straight and each byte is wanted once. It wins when the file is read over again, when many short
/// reads each pay for a call, and at once where calls would go through a chunk. A range goes
/// through the mapping only while the kernel says that it is cached: a fault that waits for the
/// device would hold up the JVM.
final class AutoFile implements EngineFile {
  /// So many short reads count as having read the file over.
  private static final long SHORT_READS = 64;

  /// What calls cannot read straight is worth a mapping from this length on.
  private static final long LONG = 128 << 10;

  private final Path path;
  private final EngineFile calls;
  private final FileEngine mappedEngine;
  private final Optional<String> posixObstacle;
  private final long size;
  private final LongAdder bytesRead = new LongAdder();
  private volatile State state = new Called();

  /// Where reads of the heap go.
  private sealed interface State {}

  /// By system calls, until a mapping has become worth its price.
  private record Called() implements State {}

  /// Through a mapping, where it is cached.
  private record Mapped(EngineFile file) implements State {}

  /// By system calls for good.
  private record Unmappable(String reason) implements State {}

  /// @param posixObstacle why `calls` are not those of the system itself, where they are not
  AutoFile(Path path, EngineFile calls, FileEngine mappedEngine, Optional<String> posixObstacle)
      throws IOException {
    this.path = path;
    this.calls = calls;
    this.mappedEngine = mappedEngine;
    this.posixObstacle = posixObstacle;
    this.size = calls.size();
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    calls.read(offset, target, at, length);
    count(length);
  }

  @Override
  public boolean cached(long offset, long length) {
    return calls.cached(offset, length);
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    return switch (state) {
      case Mapped(EngineFile mapped) ->
          calls.cached(offset, length) ? mapped.tryRead(offset, array, at, length) : 0;
      case Unmappable _ -> called(offset, array, at, length);
      case Called _ -> {
        long read = bytesRead.sum() <= size ? called(offset, array, at, length) : 0;
        yield read > 0 || !worthMapping(offset, length) || !map()
            ? read
            : tryRead(offset, array, at, length);
      }
    };
  }

  private long called(long offset, Object array, long at, long length) throws IOException {
    long read = calls.tryRead(offset, array, at, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  private boolean worthMapping(long offset, long length) {
    return (bytesRead.sum() > size || length >= LONG) && calls.cached(offset, length);
  }

  private void count(long length) {
    bytesRead.add(Math.max(length, size / SHORT_READS));
  }

  /// @return whether there is a mapping now
  private synchronized boolean map() {
    if (state instanceof Called && size > 0) {
      try {
        state = mapped();
      } catch (IOException e) {
        state = new Unmappable(String.valueOf(e.getMessage()));
      }
    }
    return state instanceof Mapped;
  }

  /// Of the file that is open, whatever its name leads to by now.
  private State mapped() throws IOException {
    Optional<Path> opened = calls.openPath();
    return opened.isPresent()
        ? new Mapped(mappedEngine.reopen(path, opened.get(), OpenMode.READ))
        : new Unmappable("nothing but its name leads to the file");
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
      if (state instanceof Mapped(EngineFile mapped)) {
        mapped.close();
      }
    } finally {
      calls.close();
    }
  }

  @Override
  public Optional<Path> openPath() {
    return calls.openPath();
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + posixObstacle.map(reason -> "; not posix: " + reason).orElse("")
        + switch (state) {
          case Called _ -> "";
          case Mapped _ -> "; by now what is cached comes through a mapping";
          case Unmappable(String reason) -> "; no mapping: " + reason;
        };
  }
}
