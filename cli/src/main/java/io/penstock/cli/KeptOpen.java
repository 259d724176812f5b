package io.penstock.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Standard output as an archive is written to it: closing the archive does not close it.
final class KeptOpen extends FilterOutputStream {
  KeptOpen(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    out.write(bytes, from, count);
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
