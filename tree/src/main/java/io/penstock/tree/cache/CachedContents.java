package io.penstock.tree.cache;

import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The contents of one state of a file in pooled memory, released by its last user. Safe for any
/// thread.
final class CachedContents {
  private final FileStamp stamp;
  private final boolean settled;
  private final Block block;
  private final ByteBuffer bytes;
  private final AtomicInteger users = new AtomicInteger(1);

  private CachedContents(FileStamp stamp, boolean settled, Block block) {
    this.stamp = stamp;
    this.settled = settled;
    this.block = block;
    this.bytes = block.buffer().slice(0, (int) stamp.size()).asReadOnlyBuffer();
  }

  /// Reads a file whole.
  ///
  /// @return empty if it changed meanwhile
  /// @throws java.nio.file.FileSystemException if it holds more or less than it says
  static Optional<CachedContents> read(Path file, BufferPool pool, FileStamp before)
      throws IOException {
    Block block = pool.take(Math.max(1, before.size()));
    boolean settled = before.settled();
    boolean kept = false;
    try (FileChannel channel = SteadyChannel.channel(file, file, Set.of(StandardOpenOption.READ))) {
      boolean whole = isWhole(file, channel, block.buffer().clear().limit((int) before.size()));
      boolean same = FileStamp.of(file).equals(before);
      if (same && settled && !whole) {
        throw before.unsized(file);
      }
      kept = same && whole;
      return kept ? Optional.of(new CachedContents(before, settled, block)) : Optional.empty();
    } finally {
      if (!kept) {
        block.release();
      }
    }
  }

  /// Fills the buffer.
  ///
  /// @return whether the file ends there
  private static boolean isWhole(Path file, FileChannel channel, ByteBuffer bytes)
      throws IOException {
    while (bytes.hasRemaining()) {
      if (read(file, channel, bytes, 0) < 0) {
        return false;
      }
    }
    return read(file, channel, ByteBuffer.allocate(1), bytes.limit()) < 0;
  }

  private static int read(Path file, FileChannel channel, ByteBuffer bytes, long offset)
      throws IOException {
    try {
      return channel.read(bytes);
    } catch (IOException e) {
      throw new TransferException(
          "channel", "read", file, offset, bytes.limit(), bytes.position(), e);
    }
  }

  FileStamp stamp() {
    return stamp;
  }

  /// Whether a file of a stamp has these contents. Not if they were read within the tick in which
  /// the file was written: another write in it would not show.
  boolean areOf(FileStamp found) {
    return settled && stamp.equals(found);
  }

  /// Adds a user, unless the last one has gone.
  boolean use() {
    int now = users.get();
    while (now > 0) {
      if (users.compareAndSet(now, now + 1)) {
        return true;
      }
      now = users.get();
    }
    return false;
  }

  void release() {
    if (users.decrementAndGet() == 0) {
      block.release();
    }
  }

  /// A file of these contents for one user, whose use it takes over.
  CachedFile file() {
    return new CachedFile() {
      private final AtomicBoolean closed = new AtomicBoolean();

      @Override
      public long size() {
        return stamp.size();
      }

      @Override
      public Instant modified() {
        return stamp.modified();
      }

      @Override
      public boolean inMemory() {
        return true;
      }

      @Override
      public long writeTo(WritableByteChannel out, long offset, long count) throws IOException {
        ByteBuffer part = part(offset, count);
        while (part.hasRemaining() && out.write(part) > 0) {
          // a blocking channel takes all, in as many calls as it likes
        }
        return part.position();
      }

      @Override
      public long writeTo(GatheringByteChannel out, ByteBuffer head, long offset, long count)
          throws IOException {
        ByteBuffer part = part(offset, count);
        ByteBuffer[] both = {head, part};
        while ((head.hasRemaining() || part.hasRemaining()) && out.write(both) > 0) {
          // a blocking channel takes all, in as many calls as it likes
        }
        return part.position();
      }

      private ByteBuffer part(long offset, long count) {
        Objects.checkFromIndexSize(offset, count, size());
        if (closed.get()) {
          throw new IllegalStateException("the cached file was closed");
        }
        return bytes.slice((int) offset, (int) count);
      }

      @Override
      public void close() {
        if (closed.compareAndSet(false, true)) {
          release();
        }
      }
    };
  }
}
