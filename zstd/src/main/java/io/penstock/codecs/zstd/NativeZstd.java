package io.penstock.codecs.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/// zstd-jni, whose native code has been loaded.
final class NativeZstd implements ZstdLibrary {
  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public long mostWindow() {
    return 1L << Zstd.windowLogMax();
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new Encoder(level);
  }

  @Override
  public FrameDecoder decoder() {
    return new Decompressor();
  }

  @Override
  public OutputStream output(OutputStream out, int level, int threads) throws IOException {
    ZstdOutputStreamNoFinalizer made = new ZstdOutputStreamNoFinalizer(out, level);
    made.setChecksum(true);
    made.setWorkers(threads);
    return made;
  }

  @Override
  public Unpacker unpacker() {
    return new Decompressor();
  }

  /// A compressor of frames with their length and a checksum.
  private static final class Encoder implements FrameEncoder {
    private final ZstdCompressCtx context = new ZstdCompressCtx();

    Encoder(int level) {
      ZstdCompressCtx _ = context.setLevel(level).setChecksum(true);
    }

    @Override
    public ByteBuffer encode(byte[] content, int count) throws IOException {
      byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(count))];
      try {
        int n = context.compressByteArray(frame, 0, frame.length, content, 0, count);
        return ByteBuffer.wrap(frame, 0, n);
      } catch (ZstdException e) {
        throw new IOException("zstd cannot compress a frame: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      context.close();
    }
  }

  /// A decompressor of frames, each in one step or in pieces.
  ///
  /// The library's own stream takes a second frame that is cut short for the end, where both frames
  /// came in one read.
  private static final class Decompressor implements FrameDecoder, Unpacker {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private boolean pending;
    private boolean ended;

    Decompressor() {
      ZstdDecompressCtx _ = context.setLongMax(Zstd.windowLogMax()); // the caller has a limit
    }

    @Override
    public void decode(byte[] frame, byte[] content) throws IOException {
      try {
        ZstdLibrary.requireAll(
            content,
            context.decompressByteArray(content, 0, content.length, frame, 0, frame.length));
      } catch (RuntimeException e) {
        throw ZstdLibrary.damaged(content, e);
      }
    }

    @Override
    public void begin(ArchiveInput in, ZstdHeader header) {
      pending = false;
      ended = false;
    }

    @Override
    public int unpack(ArchiveInput in, byte[] target, int at, int count) throws IOException {
      if (ended) {
        return -1;
      }
      if (!in.fill() && !pending) {
        throw in.endedIn("a frame");
      }
      ByteBuffer source = ByteBuffer.wrap(in.buffer(), in.from(), in.available());
      ByteBuffer content = ByteBuffer.wrap(target, at, count);
      try {
        ended = context.decompressByteBufferStream(content, source);
        in.take(source.position() - in.from());
        pending = !content.hasRemaining();
        return content.position() - at;
      } catch (ZstdException e) {
        throw in.refused("damaged zstd data: " + e.getMessage());
      }
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
