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

  /// Begins a frame of unknown length.
  OutputStream output(OutputStream out, int level, int threads) throws IOException;

  Unpacker unpacker(ArchiveInput in);

  /// Decompresses frames, one behind the other. Belongs to one thread at a time.
  interface Unpacker extends Closeable {
    /// Begins a frame, whose first byte comes next.
    void begin(ZstdHeader header);

    /// Decompresses more of the frame.
    ///
    /// @return how many bytes came, maybe none; below 0 at the frame's end, of which all is taken
    /// @throws IOException if it is damaged or ends too early
    int unpack(byte[] target, int at, int count) throws IOException;

    @Override
    void close();
  }

  /// A decoder of frames in one step each, by a library.
  abstract class Decoder implements FrameDecoder {
    /// Decompresses a frame.
    ///
    /// @return how many bytes of content it has
    /// @throws IOException if its header is damaged
    /// @throws RuntimeException as the library says that it is damaged, or has more content
    abstract int decompress(byte[] frame, byte[] content) throws IOException;

    @Override
    public final void decode(byte[] frame, byte[] content) throws IOException {
      int n;
      try {
        n = decompress(frame, content);
      } catch (RuntimeException | IOException e) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "is damaged, or does not hold %d bytes: %s",
                content.length,
                e.getMessage()),
            e);
      }
      if (n != content.length) {
        throw new IOException(
            String.format(Locale.ROOT, "holds %d bytes, not %d", n, content.length));
      }
    }
  }
}
