package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.FormatException;
import io.penstock.file.OpenMode;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A compressed file that is read at any place: only the frames that hold what is asked for are
/// read and decompressed.
///
/// It has a table of its frames at its end: that of zstd's *Zstandard Seekable Format*, for zstd
/// and LZ4 in a skippable frame, for gzip in the extra field of an empty member.
/// [Compression#seekable] writes such files. The table is not believed: a frame that does not hold
/// what the table says is an error.
///
/// All methods may be called by any number of threads at once; [#close()] waits for them.
///
/// ```java
/// try (SeekableFile file = SeekableFile.open(Path.of("log.zst"), Limits.defaults())) {
///   byte[] middle = new byte[4096];
///   file.read(file.size() / 2, middle, 0, 4096);
/// }
/// ```
public final class SeekableFile implements Closeable {
  private final Path path;
  private final PackedFrames frames;
  private final Limits limits;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  private SeekableFile(Path path, PackedFrames frames, Limits limits) {
    this.path = path;
    this.frames = frames;
    this.limits = limits;
  }

  /// Opens a file.
  ///
  /// @param limits of which the memory bounds each frame and the table, and the others
  ///   [#transferTo]
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws FormatException if it is no archive of a known format, has no table of frames, or one
  ///   that does not fit the file
  public static SeekableFile open(Path path, Limits limits) throws IOException {
    return open(path, limits, FileEngines.auto());
  }

  /// Opens a file that an engine reads; see [#open(Path, Limits)].
  public static SeekableFile open(Path path, Limits limits, FileEngine engine) throws IOException {
    return openIfSeekable(path, limits, engine)
        .orElseThrow(
            () ->
                new FormatException(
                    path.toString(),
                    0,
                    "has no table of frames, or one of only some, so that it can only be read from its begin; pack it with --seekable"));
  }

  /// Opens a file where it has a table of all its frames, or several one behind the other as the
  /// archives that were joined; empty where it is some other archive, or none.
  ///
  /// @throws FormatException if it has a table that does not fit the file
  /// @throws IOException as [#open(Path, Limits)]
  public static Optional<SeekableFile> openIfSeekable(Path path, Limits limits) throws IOException {
    return openIfSeekable(path, limits, FileEngines.auto());
  }

  private static Optional<SeekableFile> openIfSeekable(Path path, Limits limits, FileEngine engine)
      throws IOException {
    EngineFile file = engine.open(path, OpenMode.READ);
    Optional<SeekableFile> opened = Optional.empty();
    try {
      opened =
          PackedFrames.of(path.toString(), file, limits)
              .map(frames -> new SeekableFile(path, frames, limits));
      return opened;
    } finally {
      if (opened.isEmpty()) {
        file.close();
      }
    }
  }

  /// The format.
  public Codec codec() {
    return frames.codec();
  }

  /// Bytes of content.
  public long size() {
    return frames.table().contentBytes();
  }

  /// Bytes of the archive.
  public long packedBytes() {
    return frames.table().packedBytes();
  }

  /// The number of frames.
  public int frames() {
    return frames.table().frames();
  }

  /// The content of the largest frame.
  public int largestFrame() {
    return frames.largestContent();
  }

  /// The number of times that a frame has been decompressed.
  public long framesDecoded() {
    return frames.decoded();
  }

  /// Reads content.
  ///
  /// @param offset of its first byte
  /// @param at where in `target`
  /// @throws IndexOutOfBoundsException if not all of it is in the file, or its place not in
  ///   `target`
  /// @throws FormatException if a frame that holds it is damaged
  /// @throws IOException if the file cannot be read
  public void read(long offset, byte[] target, int at, int count) throws IOException {
    Objects.checkFromIndexSize(at, count, target.length);
    read(offset, MemorySegment.ofArray(target).asSlice(at, count));
  }

  /// Reads as much content as a segment holds; see [#read(long, byte\[\], int, int)].
  public void read(long offset, MemorySegment target) throws IOException {
    Objects.checkFromIndexSize(offset, target.byteSize(), size());
    Lock open = locked();
    try {
      copy(offset, target);
    } finally {
      open.unlock();
    }
  }

  private void copy(long offset, MemorySegment target) throws IOException {
    SeekTable table = frames.table();
    long done = 0;
    while (done < target.byteSize()) {
      int frame = table.frameAt(offset + done); // of those without content there may be many
      long begin = offset + done - table.contentBegin(frame);
      long n = Math.min(target.byteSize() - done, table.contentEnd(frame) - offset - done);
      byte[] content = frames.content(frame);
      MemorySegment.copy(
          content, (int) begin, target, ValueLayout.JAVA_BYTE, done, Math.toIntExact(n));
      done += n;
    }
  }

  /// Writes the whole content to a stream, decompressed by several threads. Frames that wait to be
  /// written hold no more than the memory of the limits, and a quarter of the heap.
  ///
  /// @throws FormatException if a frame is damaged, or the content goes beyond the limits
  /// @throws IOException if the file cannot be read or `out` fails
  public void transferTo(OutputStream out, int threads) throws IOException {
    limits.check(path.toString(), packedBytes(), size());
    Lock open = locked();
    try (InOrder<byte[]> order = new InOrder<>(threads, limits.memory(), out::write)) {
      for (int i = 0; i < frames(); i++) {
        int frame = i;
        order.add(frames.bytes(i), () -> frames.decode(frame));
      }
      order.finish();
    } finally {
      open.unlock();
    }
  }

  /// Keeps the file open until the lock is released.
  private Lock locked() {
    Lock open = lock.readLock();
    open.lock();
    if (closed) {
      open.unlock();
      throw new IllegalStateException(path + " is closed");
    }
    return open;
  }

  /// Waits for reads in progress and closes the file. Closing twice does nothing.
  @Override
  public void close() throws IOException {
    Lock alone = lock.writeLock();
    alone.lock();
    try {
      if (!closed) {
        closed = true;
        frames.close();
      }
    } finally {
      alone.unlock();
    }
  }
}
