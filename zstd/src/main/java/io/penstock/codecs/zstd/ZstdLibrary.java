package io.penstock.codecs.zstd;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/// An access to zstd: zstd-jni's native code, or aircompressor's Java where that cannot be loaded.
interface ZstdLibrary {
  /// The library of this process, looked for when it is needed first.
  static ZstdLibrary ofProcess() {
    return ZstdLoading.LIBRARY;
  }

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

  Unpacker unpacker();

  /// A decompressor of the frames of one archive, one behind the other. Belongs to one thread at a
  /// time.
  interface Unpacker extends Closeable {
    /// Begins a frame, whose first byte comes next.
    void begin(ArchiveInput in, ZstdHeader header);

    /// Decompresses more of the frame.
    ///
    /// @return how many bytes came, maybe none; below 0 at the frame's end, of which all is taken
    /// @throws IOException if it is damaged or ends too early
    int unpack(ArchiveInput in, byte[] target, int at, int count) throws IOException;

    @Override
    void close();
  }

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
