package io.penstock.codecs.zstd;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/// Compresses a stream to one frame with a checksum, even where there is no content.
///
/// The library gets large pieces alone, and compresses them by threads of its own, one where one is
/// asked for: in the caller's thread it would search in a window that goes round in a circle, which
/// takes it a quarter longer. What is no longer than a piece is compressed in one step, by the
/// caller.
final class ZstdOutput extends OutputStream {
  private static final int PIECE = 128 << 10;

  private final FailStop out;
  private final int level;
  private final int threads;
  private Optional<ZstdOutputStreamNoFinalizer> stream = Optional.empty();
  private byte[] piece = new byte[PIECE];
  private int filled;
  private boolean closed;

  ZstdOutput(OutputStream out, int level, int threads) {
    this.out = new FailStop(out);
    this.level = level;
    this.threads = threads;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, bytes.length);
    if (closed) {
      throw new IOException("the archive is closed");
    }
    out.requireWhole(); // the library's threads take megabytes before they tell
    if (count >= PIECE) {
      pass();
      feed(bytes, from, count);
      return;
    }
    int n = Math.min(count, PIECE - filled);
    System.arraycopy(bytes, from, piece, filled, n);
    filled += n;
    if (n < count) {
      pass();
      System.arraycopy(bytes, from + n, piece, 0, count - n);
      filled = count - n;
    }
  }

  private void pass() throws IOException {
    if (filled > 0) {
      feed(piece, 0, filled);
      filled = 0;
    }
  }

  private void feed(byte[] bytes, int from, int count) throws IOException {
    if (stream.isPresent()) {
      stream.get().write(bytes, from, count);
      return;
    }
    ZstdOutputStreamNoFinalizer made = begun(threads);
    try {
      made.write(bytes, from, count);
    } catch (ZstdIOException e) {
      if (out.isBroken()) {
        throw e;
      }
      made = instead(made);
      made.write(bytes, from, count);
    }
    stream = Optional.of(made);
  }

  private ZstdOutputStreamNoFinalizer begun(int workers) throws IOException {
    ZstdOutputStreamNoFinalizer made = new ZstdOutputStreamNoFinalizer(out, level);
    made.setChecksum(true);
    made.setWorkers(workers);
    return made;
  }

  // The library starts its threads with the first bytes, before it takes any. Where they cannot be
  // started, it compresses in the caller's.
  private ZstdOutputStreamNoFinalizer instead(ZstdOutputStreamNoFinalizer failed)
      throws IOException {
    out.setSilent(true);
    try {
      failed.closeWithoutClosingParentStream();
    } catch (IOException _) {
      // it says once more that it has no threads
    } finally {
      out.setSilent(false);
    }
    return begun(0);
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (out) {
      if (stream.isEmpty()) {
        endShort();
      } else {
        end(stream.get());
      }
    } finally {
      piece = new byte[0];
    }
  }

  private void end(ZstdOutputStreamNoFinalizer begun) throws IOException {
    try (begun) {
      pass();
    }
  }

  private void endShort() throws IOException {
    try (NativeZstd.Encoder encoder = new NativeZstd.Encoder(level)) {
      ByteBuffer frame = encoder.encode(piece, filled);
      out.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
    }
  }
}
