package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The frames of an open archive, found by its table.
///
/// @param file the archive
/// @param largestContent the content of the largest frame
/// @param decoders those that wait for work
record PackedFrames(
    FileBytes file,
    Codec codec,
    SeekTable table,
    Limits limits,
    int largestContent,
    ConcurrentLinkedQueue<FrameDecoder> decoders)
    implements Closeable {
  /// What a table takes while it is read, beside its bytes, which are there three times.
  private static final long PART_BYTES = 128;

  private static final long COPIES = 3;

  /// Finds the table of an archive.
  ///
  /// @return empty where there is none
  static Optional<PackedFrames> of(String name, EngineFile engineFile, Limits limits)
      throws IOException {
    FileBytes file = FileBytes.of(name, engineFile);
    byte[] head = file.at(0, (int) Math.min(Codec.HEAD_BYTES, file.size()));
    Optional<Codec> codec = Codecs.recognizing(head);
    if (codec.isEmpty()
        && SkippableFrames.begins(head)
        && footer(file, file.size(), 0).isPresent()) {
      codec = Optional.of(Compression.codec(ArchiveInput.of(file.stream(), name)));
    }
    return codec.isEmpty() ? Optional.empty() : of(file, codec.get(), limits);
  }

  private static Optional<byte[]> footer(FileBytes file, long end, int trailerBytes)
      throws IOException {
    long at = end - trailerBytes - SeekTable.FOOTER_BYTES;
    if (at < 0) {
      return Optional.empty();
    }
    return Optional.of(file.at(at, SeekTable.FOOTER_BYTES)).filter(SeekTable.Footer::isOne);
  }

  private static Optional<PackedFrames> of(FileBytes file, Codec codec, Limits limits)
      throws IOException {
    Optional<SeekTable> table = table(file, codec, limits);
    if (table.isEmpty()) {
      return Optional.empty();
    }
    int largest = requireFitting(file.name(), table.get(), limits);
    PackedFrames frames =
        new PackedFrames(file, codec, table.get(), limits, largest, new ConcurrentLinkedQueue<>());
    frames.requireEmptyOnes();
    return Optional.of(frames);
  }

  // Nobody would ever ask for them, and so nobody would notice what they hold.
  private void requireEmptyOnes() throws IOException {
    for (int i = 0; i < table.frames(); i++) {
      if (table.contentEnd(i) == table.contentBegin(i)) {
        byte[] _ = decode(i);
      }
    }
  }

  /// Archives may stand one behind the other, each with its table.
  ///
  /// @return empty where there is no table of all frames
  private static Optional<SeekTable> table(FileBytes file, Codec codec, Limits limits)
      throws IOException {
    SortedMap<Long, SeekTable.Part> parts = new TreeMap<>();
    long held = 0;
    try {
      for (long end = file.size(); end > 0; ) {
        Optional<byte[]> footer = footer(file, end, codec.asides().trailerBytes());
        if (footer.isEmpty()) {
          return Optional.empty();
        }
        SeekTable.Footer read = SeekTable.Footer.of(footer.get());
        long length = codec.asides().wrappedLength(read.tableBytes());
        held += PART_BYTES + COPIES * length;
        limits.checkMemory(file.name(), end, held);
        SeekTable.Part part = part(file, end, length, read, codec);
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
      FileBytes file, long end, long length, SeekTable.Footer footer, Codec codec)
      throws IOException {
    if (length > end || length > Integer.MAX_VALUE - 8) {
      throw new IOException("the seek table claims more frames than the file has room for");
    }
    byte[] bytes = codec.asides().unwrap(file.at(end - length, (int) length));
    if (bytes.length != footer.tableBytes()) {
      throw new IOException("the seek table has another length than it claims");
    }
    return SeekTable.Part.of(bytes, footer);
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

  /// What a frame holds while it is decompressed.
  long bytes(int frame) {
    return table.packedEnd(frame)
        - table.packedBegin(frame)
        + table.contentEnd(frame)
        - table.contentBegin(frame);
  }

  /// Reads and decompresses one frame.
  byte[] decode(int frame) throws IOException {
    long begin = table.packedBegin(frame);
    byte[] packed = file.at(begin, (int) (table.packedEnd(frame) - begin));
    byte[] content = new byte[(int) (table.contentEnd(frame) - table.contentBegin(frame))];
    FrameDecoder waiting = decoders.poll();
    FrameDecoder decoder = waiting == null ? codec.decoder(limits) : waiting;
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
      decoders.add(decoder);
    }
  }

  // Without the place in the frame, which is told as one in the file.
  private static String reason(FormatException e) {
    String message = String.valueOf(e.getMessage());
    return message.substring(message.indexOf(": ") + 2);
  }

  @Override
  public void close() throws IOException {
    decoders.forEach(FrameDecoder::close);
    decoders.clear();
    file.file().close();
  }
}
