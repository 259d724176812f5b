package io.penstock.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/// A view of a [ByteFile] as a channel, with a position of its own, which leaves the file open.
///
/// Safe for any thread, as channels are: one call is made at a time.
final class ByteFileChannel implements SeekableByteChannel {
  private static final long LAST_PLACES = Long.MAX_VALUE - Integer.MAX_VALUE;

  private final ByteFile file;
  private long position;
  private volatile boolean closed;

  ByteFileChannel(ByteFile file, long position) {
    this.file = file;
    this.position = position;
  }

  @Override
  public synchronized int read(ByteBuffer target) throws IOException {
    requireOpen();
    if (!file.mode().reads()) {
      throw new NonReadableChannelException();
    }
    ByteFile.requireFillable(target.isReadOnly());
    if (!target.hasRemaining()) {
      return 0;
    }
    long told = size();
    long left = told > 0 ? told - position : hasUntoldByte() ? target.remaining() : 0;
    return readUpTo(target, Math.min(target.remaining(), left));
  }

  /// Files of the kernel's own have bytes behind the end that they tell, which is 0. At the last
  /// places of all the system reads nothing.
  private boolean hasUntoldByte() throws IOException {
    try {
      return position < LAST_PLACES && file.hasByte(position);
    } catch (IllegalStateException e) {
      throw meanwhile(e);
    }
  }

  /// Reads so much, or less where the file ends before: others may cut it meanwhile, and files of
  /// the kernel's own tell more than they have.
  private int readUpTo(ByteBuffer target, long most) throws IOException {
    for (long count = most; count > 0; ) {
      int end = target.position() + (int) count;
      try {
        move(TransferDirection.READ, target.duplicate().limit(end));
        target.position(end);
        return (int) count;
      } catch (IOException e) {
        count = countBefore(e, count);
      }
    }
    return -1;
  }

  private long countBefore(IOException e, long count) throws IOException {
    if (e instanceof TransferException failed && failed.isAtEnd()) {
      long there = failed.offset() + failed.done() - position;
      if (there < count) {
        return there;
      }
    }
    throw e;
  }

  @Override
  public synchronized int write(ByteBuffer source) throws IOException {
    requireWritable();
    int count = source.remaining();
    if (position > Long.MAX_VALUE - count) {
      throw file.tooLong(position, count);
    }
    move(TransferDirection.WRITE, source);
    return count;
  }

  private void move(TransferDirection direction, ByteBuffer buffer) throws IOException {
    int count = buffer.remaining();
    try {
      file.move(direction, position, buffer);
    } catch (IllegalStateException e) {
      throw meanwhile(e);
    }
    position += count;
  }

  /// What an error means where the file was closed after this has looked: a failure that users of
  /// channels expect.
  private AsynchronousCloseException meanwhile(IllegalStateException e) {
    if (isOpen()) {
      throw e;
    }
    AsynchronousCloseException told = new AsynchronousCloseException();
    told.initCause(e);
    return told;
  }

  @Override
  public synchronized long position() throws IOException {
    requireOpen();
    return position;
  }

  @Override
  public synchronized SeekableByteChannel position(long newPosition) throws IOException {
    requireOpen();
    position = ByteFile.requirePosition(newPosition);
    return this;
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    try {
      return file.size();
    } catch (IllegalStateException e) {
      throw meanwhile(e);
    }
  }

  @Override
  public synchronized SeekableByteChannel truncate(long size) throws IOException {
    requireWritable();
    if (size < 0) {
      throw new IllegalArgumentException("size " + size + " must not be negative");
    }
    try {
      if (size < file.size()) {
        file.resize(size);
      }
    } catch (IllegalStateException e) {
      throw meanwhile(e);
    }
    position = Math.min(position, size);
    return this;
  }

  private void requireWritable() throws IOException {
    requireOpen();
    if (!file.mode().writes()) {
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
    return !closed && !file.isClosed();
  }

  @Override
  public void close() {
    closed = true;
  }
}
