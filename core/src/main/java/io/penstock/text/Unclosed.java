package io.penstock.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream that its owner closes.
final class Unclosed extends FilterInputStream {
  Unclosed(InputStream stream) {
    super(stream);
  }

  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    return in.read(target, from, count);
  }

  @Override
  public void close() {}
}
