package io.penstock.file;

import io.penstock.ffi.NativeAccess;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// A file with whose answers somebody meddles. Of ranges up to a length it says that they are
/// cached.
final class MeddledFile extends ForwardedFile {
  static final int MAPPING = TransferCosts.Way.named("mapping");

  private final long mostCached;
  int questions;
  int writes;
  Meddling beforeSize = () -> {};
  Meddling afterSize = () -> {};
  Meddling beforeDescriptor = () -> {};

  /// What somebody does once, before an answer or after it.
  interface Meddling {
    void run() throws IOException;
  }

  MeddledFile(EngineFile file, long mostCached) {
    super(file);
    this.mostCached = mostCached;
  }

  static MeddledFile open(Path path, OpenMode mode, long mostCached) throws IOException {
    return new MeddledFile(FileEngines.of(FileEngine.Posix.class).open(path, mode), mostCached);
  }

  /// A writer of lists of extents that goes through a mapping wherever it may.
  ListWriter mappingWriter() throws IOException {
    return new ListWriter(NativeAccess.libc().orElseThrow(), this, MAPPING);
  }

  @Override
  public boolean cached(long offset, long length) {
    questions++;
    return length <= mostCached;
  }

  @Override
  public long size() throws IOException {
    Meddling first = beforeSize;
    beforeSize = () -> {};
    first.run();
    long told = file.size();
    Meddling then = afterSize;
    afterSize = () -> {};
    then.run();
    return told;
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    writes++;
    file.write(offset, source, at, length);
  }

  @Override
  public OptionalInt descriptor() {
    Meddling first = beforeDescriptor;
    beforeDescriptor = () -> {};
    try {
      first.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.descriptor();
  }

  @Override
  public Optional<Path> openPath() {
    return file.openPath();
  }
}
