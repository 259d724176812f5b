package io.penstock.compress;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A file's stream that closing does not close, and whose errors name the file.
final class Unclosed extends FilterOutputStream {
  private final Path file;

  Unclosed(Path file, OutputStream out) {
    super(out);
    this.file = file;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
