package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The content of an archive, held to limits.
final class BoundedInput extends InputStream {
  /// As much as zstd unpacks at once.
  private static final int PIECE_BYTES = 128 << 10;

  private final InputStream content;
  private final ArchiveInput archive;
  private final Limits limits;
  private long passed;

  BoundedInput(InputStream content, ArchiveInput archive, Limits limits) {
    this.content = content;
    this.archive = archive;
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    int n = content.read(target, at, count);
    passed += Math.max(0, n);
    limits.check(archive.name(), archive.offset(), passed);
    return n;
  }

  /// By large pieces, since each is a call of native code.
  @Override
  public long transferTo(OutputStream out) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    long moved = 0;
    for (int n = read(piece); n >= 0; n = read(piece)) {
      out.write(piece, 0, n);
      moved += n;
    }
    return moved;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
