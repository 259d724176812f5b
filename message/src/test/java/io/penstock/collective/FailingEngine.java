package io.penstock.collective;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Files on which one kind of call fails: a rank's own bad disk.
final class FailingEngine implements FileEngine {
  /// The kinds of calls.
  enum Call {
    OPEN,
    READ,
    WRITE,
    SYNC
  }

  private final FileEngine engine = FileEngines.of(FileEngine.Channel.class);
  private final Call failing;

  private final Runnable meanwhile;

  FailingEngine(Call failing) {
    this(failing, () -> {});
  }

  /// @param meanwhile is done before a call fails
  FailingEngine(Call failing, Runnable meanwhile) {
    this.failing = failing;
    this.meanwhile = meanwhile;
  }

  @Override
  public String name() {
    return "failing";
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    if (failing == Call.OPEN) {
      throw new NoSuchFileException(file.toString(), null, "no such folder here");
    }
    return new Failing(engine.open(file, mode));
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return new Failing(engine.create(file));
  }

  private void require(Call call) throws IOException {
    if (call == failing) {
      meanwhile.run();
      throw new IOException("the device has failed in " + call);
    }
  }

  private final class Failing extends ForwardedFile {
    Failing(EngineFile file) {
      super(file);
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      if (length > 512) { // a header can be read
        require(Call.READ);
      }
      file.read(offset, target, at, length);
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      require(Call.WRITE);
      file.write(offset, source, at, length);
    }

    @Override
    public void sync() throws IOException {
      require(Call.SYNC);
      file.sync();
    }
  }
}
