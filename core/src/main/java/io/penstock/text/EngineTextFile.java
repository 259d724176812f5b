package io.penstock.text;

import static java.util.Objects.requireNonNullElseGet;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A file read by the engine that array files have.
final class EngineTextFile implements TextFile {
  private static final int STAGE = 128 << 10;

  /// Memory through which arrays are filled that an engine does not fill itself, when no read uses
  /// it: as many as there have been reads at a time.
  private static final Queue<MemorySegment> STAGES = new ConcurrentLinkedQueue<>();

  private final EngineFile file;
  private final long size;

  private EngineTextFile(EngineFile file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  static EngineTextFile open(Path path) throws IOException {
    EngineFile file = FileEngines.auto().open(path, OpenMode.READ);
    try {
      return new EngineTextFile(file);
    } catch (IOException e) {
      try (file) {
        throw e;
      }
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void read(long offset, byte[] target, int at, int count) throws IOException {
    int read = (int) file.tryRead(offset, target, at, count);
    readStaged(offset + read, target, at + read, count - read);
  }

  private void readStaged(long offset, byte[] target, int at, int count) throws IOException {
    if (count == 0) {
      return;
    }
    MemorySegment stage = requireNonNullElseGet(STAGES.poll(), EngineTextFile::newStage);
    try {
      for (int done = 0; done < count; done += STAGE) {
        int n = Math.min(STAGE, count - done);
        file.read(offset + done, stage, 0, n);
        MemorySegment.copy(stage, ValueLayout.JAVA_BYTE, 0, target, at + done, n);
      }
    } finally {
      STAGES.add(stage);
    }
  }

  @Override
  public void read(long offset, MemorySegment target, int count) throws IOException {
    file.read(offset, target, 0, count);
  }

  private static MemorySegment newStage() {
    return MemorySegment.ofBuffer(ByteBuffer.allocateDirect(STAGE));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
