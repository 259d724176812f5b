package io.penstock.stream;

import java.io.IOException;
import java.io.InputStream;

/// A file as a stream, from its pointer on.
final class RandomAccessInput extends InputStream {
  private final ArrayRandomAccessFile file;
  private long mark;

  RandomAccessInput(ArrayRandomAccessFile file) {
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    return file.read();
  }

  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    return file.read(target, from, count);
  }

  @Override
  public long skip(long count) throws IOException {
    long before = file.getFilePointer();
    long n = Math.clamp(file.length() - before, 0, Math.max(0, count));
    file.seek(before + n);
    return n;
  }

  @Override
  public int available() throws IOException {
    return Math.clamp(file.length() - file.getFilePointer(), 0, Integer.MAX_VALUE);
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  /// Remembers the pointer, for as long as the stream is open. Before that, the mark is where the
  /// file begins.
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // belongs to one thread, as the file
  public void mark(int readLimit) {
    try {
      mark = file.getFilePointer();
    } catch (IOException _) {
      mark = 0; // closed: whatever is called next says so
    }
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // belongs to one thread, as the file
  public void reset() throws IOException {
    file.seek(mark);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
