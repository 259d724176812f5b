package io.penstock.file;

import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// io_uring(7) through the page cache: a long read of what is not in it is several requests at
/// once. Short reads, what is cached, and writes are moved as engine `posix` moves them.
public class UringEngine implements FileEngine {
  private static final String NAME = "uring";

  private final String name;
  private final Class<? extends FileEngine> base;

  /// For [java.util.ServiceLoader].
  public UringEngine() {
    this(NAME, FileEngine.Posix.class);
  }

  private UringEngine(String name, Class<? extends FileEngine> base) {
    this.name = name;
    this.base = base;
  }

  /// io_uring(7) past the page cache; what engine `posix-direct` does for a single short transfer,
  /// this one does too.
  public static final class Direct extends UringEngine implements FileEngine.Direct {
    private static final String NAME = "uring-direct";

    /// For [java.util.ServiceLoader].
    public Direct() {
      super(NAME, FileEngine.Direct.class);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return "engine " + name;
  }

  @Override
  public Optional<String> obstacle() {
    return Ring.obstacle();
  }

  private FileEngine base() throws IOException {
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    return FileEngines.of(base).tellingFailuresAs(name);
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    return new UringFile(this, file, base().open(file, mode), mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return new UringFile(this, file, base().reopen(file, opened, mode), mode);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return new UringFile(this, file, base().create(file), OpenMode.READ_WRITE);
  }

  /// A file of system calls, whose long reads are batches.
  private static final class UringFile extends ForwardingFile {
    /// What suits a device as one request.
    private static final long PIECE = 512 << 10;

    private final UringEngine engine;
    private final FileHandle handle;

    UringFile(UringEngine engine, Path file, EngineFile calls, OpenMode mode) {
      super(calls);
      this.engine = engine;
      this.handle = new FileHandle(file, Access.read().withMode(mode).withEngine(engine), calls);
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      if (length < 2 * PIECE || calls.cached(offset, length)) {
        calls.read(offset, target, at, length);
        return;
      }
      List<BatchTransfer> pieces = new ArrayList<>();
      for (long done = 0; done < length; ) {
        long end = Math.min(length, done + PIECE - (offset + done) % PIECE);
        MemorySegment place = target.asSlice(at + done, end - done);
        pieces.add(new BatchTransfer(TransferDirection.READ, handle, offset + done, place));
        done = end;
      }
      BatchRun.await(pieces, BatchRun.USUAL_DEPTH, BatchRun.NOBODY);
    }

    @Override
    public int preferredBytes() {
      return Access.LARGEST_CHUNK;
    }

    @Override
    public String explain() {
      return engine.name
          + ": reads of 1 MiB and more that are not cached are requests of "
          + (PIECE >> 10)
          + " KiB to io_uring; else "
          + calls.explain();
    }
  }
}
