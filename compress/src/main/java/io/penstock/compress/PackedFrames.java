package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;

/// A reader of the frames of an open archive, found by its table. It keeps the content of those
/// used last, each decompressed once however many threads ask.
///
/// Safe for any thread.
final class PackedFrames implements Closeable {
  /// What a table takes while it is read, beside its bytes, which are there three times.
  private static final long PART_BYTES = 128;

  private static final long COPIES = 3;

  /// Bytes of content that are kept.
  private static final long KEPT_BYTES = 64L << 20;

  /// Frames that are kept beyond that, as far as the limits allow.
  private static final int LEAST_KEPT = 4;

  private final ArchiveFile file;
  private final Codec codec;
  private final SeekTable table;
  private final Limits limits;
  private final int largestContent;
  private final Queue<FrameDecoder> idle = new ConcurrentLinkedQueue<>();
  private final LongAdder decoded = new LongAdder();

  /// By frame, the one used last at the end; guarded by its lock, as is `keptBytes`.
  private final Map<Integer, FutureTask<byte[]>> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptBytes;

  private PackedFrames(ArchiveFile file, Codec codec, SeekTable table, Limits limits)
      throws IOException {
    this.file = file;
    this.codec = codec;
    this.table = table;
    this.limits = limits;
    this.largestContent = requireFitting(file.name(), table, limits);
  }

  /// Finds the table of an archive.
  ///
  /// @return empty where there is none
  static Optional<PackedFrames> of(String name, EngineFile engineFile, Limits limits)
      throws IOException {
    ArchiveFile file = ArchiveFile.of(name, engineFile);
    byte[] head = file.at(0, (int) Math.min(Codec.HEAD_BYTES, file.size()));
    Optional<Codec> codec = Codecs.recognizing(head);
    if (codec.isEmpty()
        && SkippableFrames.begins(head)
        && footer(file, file.size(), 0).isPresent()) {
      codec = Optional.of(Compression.codec(ArchiveInput.of(file.stream(), name)));
    }
    return codec.isEmpty() ? Optional.empty() : of(file, codec.get(), limits);
  }

  private static Optional<byte[]> footer(ArchiveFile file, long end, int trailerBytes)
      throws IOException {
    long at = end - trailerBytes - SeekTable.FOOTER_BYTES;
    if (at < 0) {
      return Optional.empty();
    }
    return Optional.of(file.at(at, SeekTable.FOOTER_BYTES)).filter(SeekTable::isFooter);
  }

  private static Optional<PackedFrames> of(ArchiveFile file, Codec codec, Limits limits)
      throws IOException {
    Optional<SeekTable> table = table(file, codec, limits);
    if (table.isEmpty()) {
      return Optional.empty();
    }
    PackedFrames frames = new PackedFrames(file, codec, table.get(), limits);
    frames.requireEmptyOnes();
    return Optional.of(frames);
  }

  // No read ever reaches these frames, so that damage in them would go unnoticed.
  private void requireEmptyOnes() throws IOException {
    for (int i = 0; i < table.frames(); i++) {
      if (table.contentEnd(i) == table.contentBegin(i)) {
        byte[] _ = unpack(i);
      }
    }
  }

  /// Archives may stand one behind the other, each with its table.
  ///
  /// @return empty where there is no table of all frames
  private static Optional<SeekTable> table(ArchiveFile file, Codec codec, Limits limits)
      throws IOException {
    SortedMap<Long, SeekTable.Part> parts = new TreeMap<>();
    long held = 0;
    try {
      for (long end = file.size(); end > 0; ) {
        Optional<byte[]> footer = footer(file, end, codec.asides().trailerBytes());
        if (footer.isEmpty()) {
          return Optional.empty();
        }
        long length = codec.asides().wrappedLength(SeekTable.tableBytes(footer.get()));
        held += PART_BYTES + COPIES * length;
        limits.checkMemory(file.name(), end, held);
        SeekTable.Part part = part(file, end, length, footer.get(), codec);
        end -= length + part.packedBytes();
        if (end < 0) {
          throw new IOException(
              String.format(
                  Locale.ROOT,
                  "the seek table tells of %d bytes of frames, and there are %d",
                  part.packedBytes(),
                  end + part.packedBytes()));
        }
        parts.put(end, part);
      }
      return Optional.of(SeekTable.of(parts));
    } catch (FormatException e) {
      throw e;
    } catch (IOException e) {
      throw file.refused(
          file.size(), e.getMessage() + "; the file is damaged, or something was added to it");
    }
  }

  private static SeekTable.Part part(
      ArchiveFile file, long end, long length, byte[] footer, Codec codec) throws IOException {
    if (length > end || length > Integer.MAX_VALUE - 8) {
      throw new IOException("the seek table claims more frames than the file has room for");
    }
    return SeekTable.Part.of(codec.asides().unwrap(file.at(end - length, (int) length)), footer);
  }

  /// @return the content of the largest frame
  private static int requireFitting(String name, SeekTable table, Limits limits)
      throws IOException {
    long largest = 0;
    for (int i = 0; i < table.frames(); i++) {
      long content = table.contentEnd(i) - table.contentBegin(i);
      long packed = table.packedEnd(i) - table.packedBegin(i);
      limits.checkMemory(name, table.packedBegin(i), Math.max(content, packed));
      if (Math.max(content, packed) > Integer.MAX_VALUE - 8) {
        throw new FormatException(
            name,
            table.packedBegin(i),
            String.format(
                Locale.ROOT,
                "a frame of %d bytes with %d bytes of content is too large to be read at any place",
                packed,
                content));
      }
      largest = Math.max(largest, content);
    }
    return (int) largest;
  }

  Codec codec() {
    return codec;
  }

  SeekTable table() {
    return table;
  }

  /// Bytes of content of the largest frame.
  int largestContent() {
    return largestContent;
  }

  /// Bytes that a frame takes while it is decompressed.
  long bytes(int frame) {
    return table.packedEnd(frame) - table.packedBegin(frame) + contentBytes(frame);
  }

  private long contentBytes(int frame) {
    return table.contentEnd(frame) - table.contentBegin(frame);
  }

  /// The number of times that a frame has been decompressed.
  long decoded() {
    return decoded.sum();
  }

  /// The content of a frame, kept from an earlier call where it still is. It must not be changed.
  byte[] content(int frame) throws IOException {
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
        keptBytes += contentBytes(frame);
        evict();
      }
      return task;
    }
  }

  private void evict() {
    Iterator<Integer> eldest = kept.keySet().iterator();
    while (kept.size() > 1
        && (keptBytes > limits.memory() || (keptBytes > KEPT_BYTES && kept.size() > LEAST_KEPT))) {
      keptBytes -= contentBytes(eldest.next());
      eldest.remove();
    }
  }

  // The next call tries again.
  private void drop(int frame) {
    synchronized (kept) {
      if (kept.remove(frame) != null) {
        keptBytes -= contentBytes(frame);
      }
    }
  }

  /// Reads and decompresses one frame.
  byte[] decode(int frame) throws IOException {
    byte[] content = unpack(frame);
    decoded.increment();
    return content;
  }

  private byte[] unpack(int frame) throws IOException {
    long begin = table.packedBegin(frame);
    byte[] packed = file.at(begin, (int) (table.packedEnd(frame) - begin));
    byte[] content = new byte[(int) contentBytes(frame)];
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

  @Override
  public void close() throws IOException {
    idle.forEach(FrameDecoder::close);
    idle.clear();
    file.file().close();
  }
}
