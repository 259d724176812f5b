package io.penstock.cli;

import io.penstock.ffi.BrokenPipe;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// The process's standard output, which says when results are lost.
///
/// [System#out] swallows errors: a full disk would go unnoticed, and a verb would go on writing for
/// a reader that has left. Here a failed write throws [OutputLostException], which passes through a
/// [java.io.PrintWriter].
final class StandardOutput extends OutputStream {
  private static final int DESCRIPTOR = 1;

  private final OutputStream file = new FileOutputStream(FileDescriptor.out);

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    try {
      file.write(bytes, from, count);
    } catch (IOException e) {
      throw new OutputLostException(e, BrokenPipe.caused(DESCRIPTOR, e));
    }
  }
}
