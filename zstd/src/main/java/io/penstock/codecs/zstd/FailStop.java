package io.penstock.codecs.zstd;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream that takes nothing more once a write has failed: bytes behind a gap would look like an
/// archive.
final class FailStop extends FilterOutputStream {
  private boolean broken;
  private boolean silent;

  FailStop(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  /// Drops what is written: what writes has failed itself and is only closed.
  void setSilent(boolean dropping) {
    silent = dropping;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (silent) {
      return;
    }
    requireWhole();
    broken = true; // unless it goes well
    out.write(bytes, from, count);
    broken = false;
  }

  /// Whether a write has failed.
  boolean isBroken() {
    return broken;
  }

  /// @throws IOException if a write has failed
  void requireWhole() throws IOException {
    if (broken) {
      throw new IOException("the archive is not complete: an earlier block could not be written");
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
