package io.penstock.text;

import static java.util.Objects.requireNonNullElseGet;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A regular file, read at any place by any number of threads.
abstract sealed class TextFile implements Closeable
    permits ChannelTextFile, TextFile.EngineTextFile {
  /// From so much text on it pays to look for the engines, and to call the first C function:
  /// together they take a tenth of a second.
  private static final long LARGE = 8L << 30;

  /// A shorter file is not worth an engine even where that costs no more than to open it.
  static final long SMALL = 1 << 20;

  /// Opens a file that is as long as it says.
  ///
  /// @param size what it said last, which decides how it is read
  /// @return empty if it has more bytes than it says, or fewer
  static Optional<TextFile> open(Path path, long size) throws IOException {
    ChannelTextFile file = ChannelTextFile.open(path);
    boolean kept = false;
    try {
      boolean real = file.isOfItsSize();
      kept = real && !isForEngines(size);
      if (kept) {
        return Optional.of(file);
      }
      return real ? Optional.of(EngineTextFile.open(path)) : Optional.empty();
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// All texts of a process together are worth what it costs to begin with engines.
  private static boolean isForEngines(long size) {
    return size >= SMALL && (FileEngines.areReady() || size + ChannelTextFile.bytesRead() >= LARGE);
  }

  /// What it was when the file was opened.
  abstract long size();

  /// Fills a range of an array.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  abstract void read(long offset, byte[] target, int at, int count) throws IOException;

  /// Fills the begin of memory off the heap. No range of a mapping is handed out instead: where the
  /// file is cut short, HotSpot survives a fault in its own copy routines, but not in a loop that
  /// it has made a vector of.
  ///
  /// @throws io.penstock.file.TransferException if the file ends before
  abstract void read(long offset, MemorySegment target, int count) throws IOException;

  /// A file read by the engine that array files have.
  static final class EngineTextFile extends TextFile {
    private static final int STAGE = 128 << 10;

    /// Memory through which arrays are filled that an engine does not fill itself, when no read
    /// uses it: as many as there have been reads at a time.
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
    long size() {
      return size;
    }

    @Override
    void read(long offset, byte[] target, int at, int count) throws IOException {
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
    void read(long offset, MemorySegment target, int count) throws IOException {
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
}
