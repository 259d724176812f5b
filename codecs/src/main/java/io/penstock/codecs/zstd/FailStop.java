package io.penstock.codecs.zstd;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Takes nothing more once a write has failed: what follows a gap would look like an archive.
final class FailStop extends FilterOutputStream {
  private boolean broken;

  FailStop(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    requireWhole();
    broken = true; // unless it goes well
    out.write(bytes, from, count);
    broken = false;
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
