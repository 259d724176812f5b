package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The frames of an open archive, found by its table.
///
/// @param file the archive
/// @param decoders those that wait for work
record PackedFrames(
    FileBytes file,
    Codec codec,
    SeekTable table,
    Limits limits,
    ConcurrentLinkedQueue<FrameDecoder> decoders)
    implements Closeable {

  /// Finds the table of an archive.
  ///
  /// @return empty where there is none
  static Optional<PackedFrames> of(String name, EngineFile engineFile, Limits limits)
      throws IOException {
    FileBytes file = FileBytes.of(name, engineFile);
    byte[] head = file.at(0, (int) Math.min(Codec.HEAD_BYTES, file.size()));
    Optional<Codec> codec = Codecs.recognizing(head);
    return codec.isEmpty() ? Optional.empty() : of(file, codec.get(), limits);
  }

  private static Optional<PackedFrames> of(FileBytes file, Codec codec, Limits limits)
      throws IOException {
    long footerAt = file.size() - codec.asides().trailerBytes() - SeekTable.FOOTER_BYTES;
    if (footerAt < 0) {
      return Optional.empty();
    }
    byte[] footer = file.at(footerAt, SeekTable.FOOTER_BYTES);
    if (!SeekTable.Footer.isOne(footer)) {
      return Optional.empty();
    }
    SeekTable table = table(file, codec, limits, footer);
    requireFitting(file.name(), table, limits);
    PackedFrames frames =
        new PackedFrames(file, codec, table, limits, new ConcurrentLinkedQueue<>());
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

  private static SeekTable table(FileBytes file, Codec codec, Limits limits, byte[] footerBytes)
      throws IOException {
    long size = file.size();
    try {
      SeekTable.Footer footer = SeekTable.Footer.of(footerBytes);
      long length = codec.asides().wrappedLength(footer.tableBytes());
      limits.checkMemory(file.name(), size, length);
      if (length > size || length > Integer.MAX_VALUE - 8) {
        throw new IOException("the seek table claims more frames than the file has room for");
      }
      byte[] bytes = codec.asides().unwrap(file.at(size - length, (int) length));
      if (bytes.length != footer.tableBytes()) {
        throw new IOException("the seek table has another length than it claims");
      }
      SeekTable table = SeekTable.of(bytes, footer);
      if (table.packedBytes() != size - length) {
        throw new IOException(
            "the seek table tells of %d bytes of frames, and there are %d"
                .formatted(table.packedBytes(), size - length));
      }
      return table;
    } catch (FormatException e) {
      throw e;
    } catch (IOException e) {
      throw file.refused(
          size, e.getMessage() + "; the file is damaged, or something was added to it");
    }
  }

  private static void requireFitting(String name, SeekTable table, Limits limits)
      throws IOException {
    for (int i = 0; i < table.frames(); i++) {
      long content = table.contentEnd(i) - table.contentBegin(i);
      long packed = table.packedEnd(i) - table.packedBegin(i);
      limits.checkMemory(name, table.packedBegin(i), Math.max(content, packed));
      if (Math.max(content, packed) > Integer.MAX_VALUE - 8) {
        throw new FormatException(
            name,
            table.packedBegin(i),
            "a frame of %d bytes with %d bytes of content is too large to be read at any place"
                .formatted(packed, content));
      }
    }
  }

  int largestContent() {
    long largest = 0;
    for (int i = 0; i < table.frames(); i++) {
      largest = Math.max(largest, table.contentEnd(i) - table.contentBegin(i));
    }
    return (int) largest; // checked when the archive was opened
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
      throw file.refused(begin + e.offset(), "frame %d: %s".formatted(frame, reason(e)));
    } catch (IOException e) {
      throw file.refused(begin, "frame %d %s".formatted(frame, e.getMessage()));
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
