package io.penstock.text;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// The standard output, which stays open: others may have more to say.
final class StandardOutput extends OutputStream {
  @SuppressWarnings("resource") // the descriptor is the process's, and nobody here closes it
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    out.write(bytes, from, count);
  }
}
