package io.penstock.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/// A file as a channel.
final class RandomAccessChannel implements SeekableByteChannel {
  private static final int STAGE = 8 << 10;

  private final ArrayRandomAccessFile file;
  private final boolean writable;
  private final byte[] stage = new byte[STAGE];

  RandomAccessChannel(ArrayRandomAccessFile file, boolean writable) {
    this.file = file;
    this.writable = writable;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    requireOpen();
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("a read-only buffer cannot be read into");
    }
    int done = 0;
    while (target.hasRemaining()) {
      long before = file.pointer();
      int n;
      try {
        n = file.read(stage, 0, Math.min(STAGE, target.remaining()));
      } finally { // where the file fails what came before it is not lost
        target.put(stage, 0, (int) (file.pointer() - before));
      }
      if (n < 0) {
        return done == 0 ? -1 : done;
      }
      done += n;
    }
    return done;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    requireWritable();
    int count = source.remaining();
    while (source.hasRemaining()) {
      int at = source.position();
      int n = Math.min(STAGE, source.remaining());
      source.get(at, stage, 0, n);
      long before = file.pointer();
      try {
        file.write(stage, 0, n);
      } finally { // where the file fails it has not taken all
        source.position(at + (int) (file.pointer() - before));
      }
    }
    return count;
  }

  @Override
  public long position() throws IOException {
    requireOpen();
    return file.getFilePointer();
  }

  @Override
  public SeekableByteChannel position(long position) throws IOException {
    requireOpen();
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " must not be negative");
    }
    file.seek(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    return file.length();
  }

  @Override
  public SeekableByteChannel truncate(long size) throws IOException {
    requireWritable();
    if (size < 0) {
      throw new IllegalArgumentException("size " + size + " must not be negative");
    }
    if (size < file.length()) {
      file.setLength(size);
    } else if (file.getFilePointer() > size) {
      file.seek(size);
    }
    return this;
  }

  private void requireWritable() throws IOException {
    requireOpen();
    if (!writable) {
      throw new NonWritableChannelException();
    }
  }

  private void requireOpen() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
