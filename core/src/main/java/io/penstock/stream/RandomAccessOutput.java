package io.penstock.stream;

import java.io.IOException;
import java.io.OutputStream;

/// A file as a stream, from its pointer on.
final class RandomAccessOutput extends OutputStream {
  private final ArrayRandomAccessFile file;

  RandomAccessOutput(ArrayRandomAccessFile file) {
    this.file = file;
  }

  @Override
  public void write(int value) throws IOException {
    file.write(value);
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    file.write(source, from, count);
  }

  @Override
  public void flush() throws IOException {
    file.flush();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
