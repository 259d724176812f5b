package io.penstock.text;

import java.io.IOException;
import java.io.OutputStream;

/// Flushes when a line has ended: somebody waits for it.
final class LineBufferedWriter extends TextWriter {
  LineBufferedWriter(OutputStream target, String name, WriterOptions options) {
    super(target, name, options);
  }

  @Override
  void wrote() throws IOException {
    if (holdsLine()) {
      handOver();
    }
  }
}
