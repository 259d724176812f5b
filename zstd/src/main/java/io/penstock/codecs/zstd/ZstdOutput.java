package io.penstock.codecs.zstd;

import io.penstock.compress.FrameEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A compressor of a stream to one frame with a checksum, even where there is no content.
///
/// The library gets large pieces alone, and compresses them by threads of its own, one where one is
/// asked for: in the caller's thread it would search in a window that goes round in a circle, which
/// takes it a quarter longer. What is no longer than a piece is compressed in one step, by the
/// caller.
final class ZstdOutput extends OutputStream {
  private static final int PIECE = 128 << 10;

  private final ZstdLibrary library;
  private final OutputStream out;
  private final int level;
  private final int threads;
  private @Nullable OutputStream stream; // from the second piece on
  private byte[] piece = new byte[PIECE];
  private int filled;
  private boolean closed;

  /// Whether a write has failed: bytes behind a gap would look like an archive.
  private boolean broken;

  /// Whether what the library writes is dropped, since it has failed and is only closed.
  private boolean silent;

  ZstdOutput(ZstdLibrary library, OutputStream out, int level, int threads) {
    this.library = library;
    this.out = out;
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
    requireWhole(); // the library's threads take megabytes before they tell
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
    boolean fed = false;
    try {
      OutputStream begun = stream;
      if (begun == null) {
        begin(bytes, from, count);
      } else {
        begun.write(bytes, from, count);
      }
      fed = true;
    } finally {
      broken |= !fed;
    }
  }

  // The library starts its threads with the first bytes, before it takes any. Where they cannot be
  // started, it compresses in the caller's.
  private void begin(byte[] bytes, int from, int count) throws IOException {
    OutputStream begun = library.output(whole(), level, threads);
    stream = begun;
    try {
      begun.write(bytes, from, count);
      return;
    } catch (IOException e) {
      if (broken) {
        throw e;
      }
    }
    drop(begun);
    OutputStream alone = library.output(whole(), level, 0);
    stream = alone;
    alone.write(bytes, from, count);
  }

  /// Gives a stream's memory and threads back, of which no garbage collector knows, and ends
  /// nothing.
  private void drop(OutputStream begun) {
    silent = true;
    try {
      begun.close();
    } catch (IOException _) {
      // it says once more what it has said
    } finally {
      silent = false;
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream _ = out) {
      if (broken && stream != null) {
        drop(stream);
      }
      requireWhole();
      end();
    } finally {
      piece = new byte[0];
    }
  }

  private void end() throws IOException {
    if (stream != null) {
      try (OutputStream _ = stream) {
        pass();
      }
      return;
    }
    try (FrameEncoder encoder = library.encoder(level)) {
      ByteBuffer frame = encoder.encode(piece, filled);
      put(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
    }
  }

  /// A stream that takes nothing more once a write has failed. It leaves what is below open.
  private OutputStream whole() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        if (!silent) {
          put(bytes, from, count);
        }
      }

      @Override
      public void flush() throws IOException {
        out.flush();
      }
    };
  }

  private void put(byte[] bytes, int from, int count) throws IOException {
    requireWhole();
    broken = true; // unless it goes well
    out.write(bytes, from, count);
    broken = false;
  }

  /// @throws IOException if a write has failed
  private void requireWhole() throws IOException {
    if (broken) {
      throw new IOException("the archive is not complete: an earlier block could not be written");
    }
  }
}
