package io.penstock.cli;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/// The destination of a verb's results, as text or as bytes.
final class Results extends PrintWriter {
  private final OutputStream bytes;

  Results(OutputStream bytes, Charset charset) {
    super(new OutputStreamWriter(bytes, charset));
    this.bytes = bytes;
  }

  /// The same destination for raw bytes, which follow all text so far.
  static OutputStream bytes(PrintWriter out) {
    if (!(out instanceof Results results)) {
      throw new IllegalArgumentException("results go to a writer that takes no bytes");
    }
    results.flush();
    return results.bytes;
  }
}
