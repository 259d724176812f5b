package io.penstock.compress;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream that closing does not close.
final class Unclosed extends FilterOutputStream {
  Unclosed(OutputStream out) {
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
