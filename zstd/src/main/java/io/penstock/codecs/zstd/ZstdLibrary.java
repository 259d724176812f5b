package io.penstock.codecs.zstd;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/// An access to zstd: zstd-jni's native code, or aircompressor's Java where that cannot be loaded.
interface ZstdLibrary {
  /// Why it is not the native one; empty where it is.
  Optional<String> obstacle();

  /// The largest window that it can decompress.
  long mostWindow();

  FrameEncoder encoder(int level);

  FrameDecoder decoder();

  /// Begins a frame of unknown length, with a checksum. It ends when the stream is closed.
  ///
  /// @param threads that compress beside the caller's; 0 where that one does
  OutputStream output(OutputStream out, int level, int threads) throws IOException;

  /// The content of all frames of an archive.
  ZstdInput input(ArchiveInput in, Limits limits);

  /// Checks that a frame held all of the content, of which `count` bytes came.
  static void requireAll(byte[] content, int count) throws IOException {
    if (count != content.length) {
      throw new IOException(
          String.format(Locale.ROOT, "holds %d bytes, not %d", count, content.length));
    }
  }

  /// The exception for a frame that a library refuses, since it is damaged or has more content.
  static IOException damaged(byte[] content, Exception cause) {
    return new IOException(
        String.format(
            Locale.ROOT,
            "is damaged, or does not hold %d bytes: %s",
            content.length,
            cause.getMessage()),
        cause);
  }
}
