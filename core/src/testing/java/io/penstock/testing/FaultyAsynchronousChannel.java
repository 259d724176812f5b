package io.penstock.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileLock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/// A channel for asynchronous work whose transfers move less than they were asked to, or nothing,
/// or fail as all its other calls do.
public final class FaultyAsynchronousChannel extends AsynchronousFileChannel {
  /// What befalls the channels of one file system.
  public static final class Faults {
    private final Queue<Integer> most = new ArrayDeque<>();
    private boolean failing;

    /// No faults yet.
    public Faults() {}

    /// The next transfers, of which each moves so many bytes at the most.
    public Faults moving(int... bytes) {
      for (int each : bytes) {
        most.add(each);
      }
      return this;
    }

    /// From now on every call fails; what is closed is closed all the same.
    public void fail() {
      failing = true;
    }

    /// Whether all transfers that move less have come.
    public boolean areMet() {
      return most.isEmpty();
    }

    /// A channel that has them.
    public AsynchronousFileChannel of(AsynchronousFileChannel channel) {
      return new FaultyAsynchronousChannel(channel, this);
    }

    private void meet() throws IOException {
      if (failing) {
        throw new IOException("the device failed");
      }
    }
  }

  private final AsynchronousFileChannel channel;
  private final Faults faults;

  private FaultyAsynchronousChannel(AsynchronousFileChannel channel, Faults faults) {
    this.channel = channel;
    this.faults = faults;
  }

  private interface Transfer {
    int of(ByteBuffer buffer) throws Exception;
  }

  private Future<Integer> some(ByteBuffer buffer, Transfer transfer) {
    try {
      faults.meet();
      Integer most = faults.most.poll();
      int n = most == null ? buffer.remaining() : Math.min(most, buffer.remaining());
      ByteBuffer part = buffer.slice(buffer.position(), n);
      int moved = n == 0 ? 0 : transfer.of(part);
      buffer.position(buffer.position() + Math.max(0, moved));
      return CompletableFuture.completedFuture(moved);
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public Future<Integer> read(ByteBuffer target, long position) {
    return some(target, part -> channel.read(part, position).get());
  }

  @Override
  public Future<Integer> write(ByteBuffer source, long position) {
    return some(source, part -> channel.write(part, position).get());
  }

  @Override
  public <A> void read(
      ByteBuffer target, long position, A attachment, CompletionHandler<Integer, ? super A> told) {
    channel.read(target, position, attachment, told);
  }

  @Override
  public <A> void write(
      ByteBuffer source, long position, A attachment, CompletionHandler<Integer, ? super A> told) {
    channel.write(source, position, attachment, told);
  }

  @Override
  public long size() throws IOException {
    faults.meet();
    return channel.size();
  }

  @Override
  public AsynchronousFileChannel truncate(long size) throws IOException {
    faults.meet();
    return channel.truncate(size);
  }

  @Override
  public void force(boolean metadata) throws IOException {
    faults.meet();
    channel.force(metadata);
  }

  @Override
  public <A> void lock(
      long position,
      long size,
      boolean shared,
      A attachment,
      CompletionHandler<FileLock, ? super A> told) {
    channel.lock(position, size, shared, attachment, told);
  }

  @Override
  public Future<FileLock> lock(long position, long size, boolean shared) {
    return channel.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return channel.tryLock(position, size, shared);
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    faults.meet();
  }
}
