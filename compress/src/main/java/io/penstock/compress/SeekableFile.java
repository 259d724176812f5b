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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
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
  /// Bytes of content that are kept.
  private static final long KEPT_BYTES = 64L << 20;

  /// Frames that are kept beyond that, as far as the limits allow.
  private static final int LEAST_KEPT = 4;

  private final ArchiveFile file;
  private final Codec codec;
  private final SeekTable table;
  private final Limits limits;
  private final int largestFrame;
  private final Queue<FrameDecoder> idle = new ConcurrentLinkedQueue<>();
  private final LongAdder decoded = new LongAdder();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  /// By frame, the one used last at the end, each decompressed once however many threads ask;
  /// guarded by the lock of the map, as is `keptBytes`.
  private final Map<Integer, FutureTask<byte[]>> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptBytes;

  private SeekableFile(ArchiveFile file, Codec codec, SeekTable table, Limits limits)
      throws IOException {
    this.file = file;
    this.codec = codec;
    this.table = table;
    this.limits = limits;
    this.largestFrame = table.requireFitting(file.name(), limits);
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
      opened = of(ArchiveFile.of(path.toString(), file), limits);
      return opened;
    } finally {
      if (opened.isEmpty()) {
        file.close();
      }
    }
  }

  private static Optional<SeekableFile> of(ArchiveFile file, Limits limits) throws IOException {
    Optional<Codec> codec = codec(file);
    if (codec.isEmpty()) {
      return Optional.empty();
    }
    Optional<SeekTable> table = SeekTable.read(file, codec.get(), limits);
    if (table.isEmpty()) {
      return Optional.empty();
    }
    SeekableFile opened = new SeekableFile(file, codec.get(), table.get(), limits);
    boolean right = false;
    try {
      opened.requireEmptyOnes();
      right = true;
      return Optional.of(opened);
    } finally {
      if (!right) {
        opened.closeDecoders();
      }
    }
  }

  private static Optional<Codec> codec(ArchiveFile file) throws IOException {
    byte[] head = file.at(0, (int) Math.min(Codec.HEAD_BYTES, file.size()));
    Optional<Codec> codec = Codecs.recognizing(head);
    if (codec.isEmpty()
        && SkippableFrames.begins(head)
        && SeekTable.footer(file, file.size(), 0).isPresent()) {
      return Optional.of(Compression.codec(ArchiveInput.of(file.stream(), file.name())));
    }
    return codec;
  }

  // No read ever reaches these frames, so that damage in them would go unnoticed.
  private void requireEmptyOnes() throws IOException {
    for (int i = 0; i < table.frames(); i++) {
      if (table.contentBytes(i) == 0) {
        byte[] _ = unpack(i);
      }
    }
  }

  /// The format.
  public Codec codec() {
    return codec;
  }

  /// Bytes of content.
  public long size() {
    return table.contentBytes();
  }

  /// Bytes of the archive.
  public long packedBytes() {
    return table.packedBytes();
  }

  /// The number of frames.
  public int frames() {
    return table.frames();
  }

  /// The content of the largest frame.
  public int largestFrame() {
    return largestFrame;
  }

  /// The number of times that a frame has been decompressed.
  public long framesDecoded() {
    return decoded.sum();
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
    long done = 0;
    while (done < target.byteSize()) {
      int frame = table.frameAt(offset + done); // of those without content there may be many
      long begin = offset + done - table.contentBegin(frame);
      long n = Math.min(target.byteSize() - done, table.contentEnd(frame) - offset - done);
      byte[] content = content(frame);
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
    limits.check(file.name(), packedBytes(), size());
    Lock open = locked();
    try (InOrder<byte[]> order = inOrder(threads, out)) {
      for (int i = 0; i < frames(); i++) {
        int frame = i;
        long packed = table.packedEnd(i) - table.packedBegin(i);
        order.add(packed + table.contentBytes(i), () -> decode(frame));
      }
      order.finish();
    } finally {
      open.unlock();
    }
  }

  private InOrder<byte[]> inOrder(int threads, OutputStream out) {
    return new InOrder<>(threads, limits.memory()) {
      @Override
      void take(byte[] content) throws IOException {
        out.write(content);
      }
    };
  }

  /// Keeps the file open until the lock is released.
  private Lock locked() {
    Lock open = lock.readLock();
    open.lock();
    if (closed) {
      open.unlock();
      throw new IllegalStateException(file.name() + " is closed");
    }
    return open;
  }

  /// Waits for reads in progress and closes the file. Closing twice does nothing.
  ///
  /// @throws IllegalStateException if the stream calls it that [#transferTo] writes to: it would
  ///   wait for itself
  @Override
  public void close() throws IOException {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException(
          file.name() + " cannot be closed by what it is written to: close it afterwards");
    }
    Lock alone = lock.writeLock();
    alone.lock();
    try {
      if (!closed) {
        closed = true;
        closeDecoders();
        file.close();
      }
    } finally {
      alone.unlock();
    }
  }

  /// No thread has one any more.
  private void closeDecoders() {
    idle.forEach(FrameDecoder::close);
    idle.clear();
  }

  // ---- frames -----------------------------------------------------------------------------------

  /// The content of a frame, kept from an earlier call where it still is. It must not be changed.
  private byte[] content(int frame) throws IOException {
    FutureTask<byte[]> task = task(frame);
    task.run(); // does nothing where another thread has begun
    boolean done = false;
    try {
      byte[] content = InOrder.result(task);
      done = true;
      return content;
    } finally {
      if (!done) {
        drop(frame);
      }
    }
  }

  private FutureTask<byte[]> task(int frame) {
    synchronized (kept) {
      FutureTask<byte[]> task = kept.get(frame);
      if (task == null) {
        task = new FutureTask<>(() -> decode(frame));
        kept.put(frame, task);
        keptBytes += table.contentBytes(frame);
        evict();
      }
      return task;
    }
  }

  private void evict() {
    Iterator<Integer> eldest = kept.keySet().iterator();
    while (kept.size() > 1
        && (keptBytes > limits.memory() || (keptBytes > KEPT_BYTES && kept.size() > LEAST_KEPT))) {
      keptBytes -= table.contentBytes(eldest.next());
      eldest.remove();
    }
  }

  // The next call tries again.
  private void drop(int frame) {
    synchronized (kept) {
      if (kept.remove(frame) != null) {
        keptBytes -= table.contentBytes(frame);
      }
    }
  }

  private byte[] decode(int frame) throws IOException {
    byte[] content = unpack(frame);
    decoded.increment();
    return content;
  }

  private byte[] unpack(int frame) throws IOException {
    long begin = table.packedBegin(frame);
    byte[] packed = file.at(begin, (int) (table.packedEnd(frame) - begin));
    byte[] content = new byte[(int) table.contentBytes(frame)];
    FrameDecoder polled = idle.poll();
    FrameDecoder decoder = polled == null ? codec.decoder(limits) : polled;
    try {
      decoder.decode(packed, content);
      if (!table.approves(frame, content)) {
        throw new IOException("has another checksum than the seek table says");
      }
      return content;
    } catch (FormatException e) {
      throw file.refused(
          begin + e.offset(), String.format(Locale.ROOT, "frame %d: %s", frame, reason(e)));
    } catch (IOException e) {
      throw file.refused(begin, String.format(Locale.ROOT, "frame %d %s", frame, e.getMessage()));
    } finally {
      idle.add(decoder);
    }
  }

  // Without the place in the frame, which is told as one in the file.
  private static String reason(FormatException e) {
    String message = String.valueOf(e.getMessage());
    return message.substring(message.indexOf(": ") + 2);
  }
}
