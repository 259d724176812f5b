package io.penstock.cli;

import io.penstock.cli.array.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Copies a stream to its end.
///
/// @param progress is told what was moved
record Pouring(Progress progress) {
  private static final int PIECE = 256 << 10;

  void pour(InputStream in, OutputStream out) throws IOException {
    byte[] piece = new byte[PIECE];
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      out.write(piece, 0, n);
      progress.moved(n);
    }
  }
}
