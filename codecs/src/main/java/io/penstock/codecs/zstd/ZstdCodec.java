package io.penstock.codecs.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// zstd (RFC 8878), with content checksums.
///
/// A stream is one frame, compressed by the library's own threads where there are several.
public final class ZstdCodec implements Codec {
  private static final Levels LEVELS = new Levels(-7, 3, 22);

  /// Makes one, for the service loader; all are equal.
  public ZstdCodec() {}

  @Override
  public String name() {
    return "zstd";
  }

  @Override
  public String suffix() {
    return ".zst";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  // Where an aside comes first, the format cannot be known: LZ4 has the same ones.
  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 4 && Magic.of(head) == Magic.FRAME;
  }

  @Override
  public FrameEncoder encoder(int level) {
    return new ZstdFrameEncoder(LEVELS.require(name(), level));
  }

  @Override
  public FrameDecoder decoder(Limits limits) {
    return new ZstdFrameDecoder();
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    FailStop target = new FailStop(out);
    ZstdOutputStreamNoFinalizer stream = new ZstdOutputStreamNoFinalizer(target, packing.level());
    stream.setChecksum(true);
    if (packing.threads() > 1) {
      stream.setWorkers(packing.threads());
    }
    return new Whole(stream, target);
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new ZstdInput(in, windowLog(limits));
  }

  /// The largest window that fits the memory.
  private static int windowLog(Limits limits) {
    int log = 63 - Long.numberOfLeadingZeros(limits.memory());
    return Math.clamp(log, Zstd.windowLogMin(), Zstd.windowLogMax());
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }

  /// Gives the library large pieces alone, and a frame even where there is no content.
  private static final class Whole extends OutputStream {
    private static final int PIECE = 128 << 10;

    private final ZstdOutputStreamNoFinalizer stream;
    private final FailStop out;
    private byte[] piece = new byte[PIECE];
    private int filled;
    private boolean closed;

    Whole(ZstdOutputStreamNoFinalizer stream, FailStop out) {
      this.stream = stream;
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (closed) {
        throw new IOException("the archive is closed");
      }
      out.requireWhole(); // the library's threads take megabytes before they tell
      if (count >= PIECE) {
        pass();
        stream.write(bytes, from, count);
        return;
      }
      int n = Math.min(count, PIECE - filled);
      System.arraycopy(bytes, from, piece, filled, n);
      filled += n;
      if (filled == PIECE) {
        pass();
        System.arraycopy(bytes, from + n, piece, 0, count - n);
        filled = count - n;
      }
    }

    private void pass() throws IOException {
      stream.write(piece, 0, filled);
      filled = 0;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        try (out;
            stream) {
          stream.write(piece, 0, filled);
        } finally {
          piece = new byte[0];
        }
      }
    }
  }
}
