package io.penstock.file.channel;

import io.penstock.file.FileErrors;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A few channels on one file, each used by some of the threads.
///
/// One channel takes a lock in every positional transfer (sun.nio.ch.NativeThreadSet, JDK 25),
/// which a few threads already feel. And a thread that is interrupted inside a transfer closes its
/// channel for everybody: here it is opened again, the transfer is repeated, and the thread stays
/// interrupted.
final class ChannelStripes implements Closeable {
  /// An operation on a channel that may be repeated from its beginning on another.
  interface Operation<T> {
    T on(FileChannel channel) throws IOException;
  }

  private static final int STRIPES = 4;

  private final Path path;
  private final Set<OpenOption> options;
  private final Optional<Object> identity;
  private final AtomicReferenceArray<FileChannel> stripes = new AtomicReferenceArray<>(STRIPES);

  ChannelStripes(Path path, Set<OpenOption> options) throws IOException {
    this.path = path;
    this.options = options;
    this.stripes.set(0, FileChannel.open(path, options));
    this.identity = FileErrors.identity(path);
  }

  int count() {
    return STRIPES;
  }

  <T> T run(Operation<T> operation) throws IOException {
    int stripe = (int) Thread.currentThread().threadId() & (STRIPES - 1);
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        FileChannel channel = channel(stripe);
        try {
          return operation.on(channel);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          stripes.compareAndSet(stripe, channel, null);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private FileChannel channel(int stripe) throws IOException {
    FileChannel channel = stripes.get(stripe);
    if (channel != null) {
      return channel;
    }
    FileChannel opened = reopen();
    if (stripes.compareAndSet(stripe, null, opened)) {
      return opened;
    }
    opened.close();
    return channel(stripe);
  }

  /// The path may have come to name another file since.
  private FileChannel reopen() throws IOException {
    FileChannel channel = FileChannel.open(path, options);
    if (!FileErrors.identity(path).equals(identity)) {
      channel.close();
      throw new IOException(
          path + " was replaced by another file while open; open it again to read the new one");
    }
    return channel;
  }

  @Override
  public void close() throws IOException {
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      FileChannel channel = stripes.get(stripe);
      if (channel != null) {
        channel.close();
      }
    }
  }
}
