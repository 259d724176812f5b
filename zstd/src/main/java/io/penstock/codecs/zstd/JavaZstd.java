package io.penstock.codecs.zstd;

import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaInputStream;
import io.airlift.compress.v3.zstd.ZstdJavaOutputStream;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.SkippableFrames;
import io.penstock.file.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/// zstd in Java, by aircompressor: one thread, the usual level whichever is asked for, and windows
/// of 8 MiB, which is what the `zstd` command asks for up to level 19.
///
/// @param reason why there is no native code
record JavaZstd(String reason) implements ZstdLibrary {
  private static final long MOST_WINDOW = 8 << 20;

  @Override
  public Optional<String> obstacle() {
    return Optional.of(
        "zstd works in Java, by one thread and at one level, since its native code cannot be loaded: "
            + reason);
  }

  @Override
  public long mostWindow() {
    return MOST_WINDOW;
  }

  @Override
  public FrameEncoder encoder(int level) {
    ZstdJavaCompressor compressor = new ZstdJavaCompressor();
    return (content, count) -> {
      byte[] frame = new byte[compressor.maxCompressedLength(count)];
      int n = compressor.compress(content, 0, count, frame, 0, frame.length);
      return ByteBuffer.wrap(frame, 0, n);
    };
  }

  @Override
  public FrameDecoder decoder() {
    ZstdJavaDecompressor decompressor = new ZstdJavaDecompressor();
    return (frame, content) -> {
      int n;
      try {
        n = decompress(decompressor, frame, content);
      } catch (RuntimeException | IOException e) {
        throw ZstdLibrary.damaged(content, e);
      }
      ZstdLibrary.requireAll(content, n);
    };
  }

  @Override
  public OutputStream output(OutputStream out, int level, int threads) throws IOException {
    return new ZstdJavaOutputStream(out);
  }

  @Override
  public ZstdInput input(ArchiveInput in, Limits limits) {
    return new JavaInput(in, this, limits);
  }

  /// The library looks neither at the bits of a header that must be 0 nor at the content that a
  /// header claims, so both are looked at here; nor at such bits of a block, and it passes over
  /// what is left of a block's sequences. The native one does not look whether all of a block's
  /// literals are used up (RFC 8878, section 4.2.2). So damaged frames without a checksum may be
  /// refused by one of them alone.
  private static int decompress(ZstdJavaDecompressor decompressor, byte[] frame, byte[] content)
      throws IOException {
    ArchiveInput in = ArchiveInput.of(frame, "frame");
    if (frame.length >= 4 && SkippableFrames.skippable(ZstdHeader.magic(frame))) {
      SkippableFrames.pass(in);
      return 0;
    }
    long claimed = ZstdHeader.peek(in).contentOr(content.length);
    if (claimed != content.length) {
      throw in.refused("its header claims " + Long.toUnsignedString(claimed) + " bytes");
    }
    byte[] target = content.length > 0 ? content : new byte[1]; // without room nothing is read
    return decompressor.decompress(frame, 0, frame.length, target, 0, target.length);
  }

  /// The content of frames. The library's stream takes more bytes than it needs; it gets those of
  /// one frame alone: its header, its blocks, of which each says how long it is, and its checksum
  /// (RFC 8878, section 3.1.1).
  private static final class JavaInput extends ZstdInput {
    private static final int BLOCK_HEADER = 3;
    private static final int REPEATED = 1;
    private static final int CHECKSUM = 4;

    private final ZstdJavaInputStream content = new ZstdJavaInputStream(frameBytes());

    /// Of what was announced last, how much is to be read.
    private long left;

    private boolean lastBlock;
    private boolean checksum;

    JavaInput(ArchiveInput in, ZstdLibrary library, Limits limits) {
      super(in, library, limits);
    }

    @Override
    void begin(ZstdHeader header) {
      left = header.bytes();
      lastBlock = false;
      checksum = header.checksum();
    }

    @Override
    int decompress(byte[] target, int at, int count) throws IOException {
      try {
        int n = content.read(target, at, count);
        if (n < 0 && !frameEnded()) {
          throw in.refused("damaged zstd data: it goes on behind its end");
        }
        return n;
      } catch (FormatException e) {
        throw e;
      } catch (RuntimeException e) {
        throw in.refused("damaged zstd data: " + e.getMessage());
      } catch (IOException e) {
        throw frameEnded() ? in.refused("damaged zstd data: " + e.getMessage()) : e;
      }
    }

    private boolean frameEnded() {
      return left == 0 && lastBlock;
    }

    private InputStream frameBytes() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int at, int count) throws IOException {
          return readFrame(target, at, count);
        }
      };
    }

    private int readFrame(byte[] target, int at, int count) throws IOException {
      if (left == 0 && !lastBlock) {
        announce();
      }
      if (frameEnded()) {
        return -1;
      }
      int n = in.read(target, at, (int) Math.min(count, left));
      if (n < 0) {
        throw in.endedIn("a frame");
      }
      left -= n;
      return n;
    }

    private void announce() throws IOException {
      byte[] head = in.peek(BLOCK_HEADER);
      if (head.length < BLOCK_HEADER) {
        throw in.endedIn("a frame");
      }
      int word = (head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16;
      lastBlock = (word & 1) != 0;
      int type = (word >> 1) & 3;
      left = BLOCK_HEADER + (type == REPEATED ? 1L : word >> 3);
      left += lastBlock && checksum ? CHECKSUM : 0;
    }

    @Override
    public void close() throws IOException {
      content.close();
      super.close();
    }
  }
}
