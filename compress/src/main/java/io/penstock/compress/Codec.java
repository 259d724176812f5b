package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/// A format of compressed data.
///
/// An archive of any format is a sequence of frames, each of which can be decompressed by itself,
/// and of asides, which hold no content. gzip calls its frames members.
///
/// An open set: implementations are found by [java.util.ServiceLoader] and may come from other
/// modules; [Codecs] lists them. An implementation holds no state and is safe for any thread; what
/// it makes belongs to one thread at a time. It takes and gives bytes in Java arrays alone: memory
/// that a file is mapped to is never handed to native code, since a file that is cut short
/// meanwhile would end the process.
public interface Codec {
  /// The number of bytes that [#recognizes] looks at.
  int HEAD_BYTES = 16;

  /// A short name in lower case, by which users choose the codec: `gzip`.
  String name();

  /// The suffix of the names of its files: `.gz`.
  String suffix();

  /// The levels that it knows.
  Levels levels();

  /// Whether an archive of this format may begin so.
  ///
  /// @param head the first [#HEAD_BYTES] bytes, or all where there are fewer
  boolean recognizes(byte[] head);

  /// Makes a compressor of independent frames.
  ///
  /// @throws IllegalArgumentException if there is no such level
  FrameEncoder encoder(int level);

  /// Makes a decompressor of single frames.
  ///
  /// @param limits of which the memory counts here
  default FrameDecoder decoder(Limits limits) {
    return (frame, content) -> decode(frame, content, limits);
  }

  private void decode(byte[] frame, byte[] content, Limits limits) throws IOException {
    try (InputStream in = input(ArchiveInput.of(frame, "frame"), limits)) {
      int n = in.readNBytes(content, 0, content.length);
      if (n < content.length) {
        throw new IOException(
            String.format(Locale.ROOT, "holds %d bytes, not %d", n, content.length));
      }
      if (in.read() >= 0) {
        throw new IOException(
            String.format(Locale.ROOT, "holds more than the %d bytes that it should", n));
      }
    }
  }

  /// Begins an archive that is to be read from its begin to its end: the closest that this format
  /// has, with checksums. What is written to the stream is compressed by as many threads as
  /// `packing` says; closing it ends the archive and closes `out`.
  ///
  /// @throws IOException if `out` fails
  OutputStream output(OutputStream out, Packing packing) throws IOException;

  /// Decompresses an archive to its exact end: all its frames, one after the other.
  ///
  /// The stream throws a [io.penstock.file.FormatException] at whatever is damaged, missing or left
  /// over, at the latest instead of the end of the content.
  ///
  /// @param in at the archive's first byte
  /// @param limits of which the memory counts here
  InputStream input(ArchiveInput in, Limits limits);

  /// Why it does less in this process than it could, such as where native code cannot be loaded,
  /// and what it does instead, in one line; empty where nothing is missing.
  default Optional<String> obstacle() {
    return Optional.empty();
  }

  /// The format of bytes that are not content in archives of this format.
  Asides asides();
}
