package io.penstock.tree.cache;

import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/// A file that is not in memory. Its last bytes go out only when it is seen to be what it was.
final class StoredFile implements CachedFile {
  private static final int LAST = 16 << 10;

  private final Path file;
  private final FileStamp stamp;
  private final FileChannel channel;
  private boolean closed;

  private StoredFile(Path file, FileStamp stamp, FileChannel channel) {
    this.file = file;
    this.stamp = stamp;
    this.channel = channel;
  }

  static StoredFile open(Path file) throws IOException {
    while (true) {
      FileStamp stamp = FileStamp.of(file);
      FileChannel channel = SteadyChannel.channel(file, file, Set.of(StandardOpenOption.READ));
      boolean same = false;
      try {
        same = FileStamp.of(file).equals(stamp);
      } finally {
        if (!same) {
          channel.close();
        }
      }
      if (same) {
        return new StoredFile(file, stamp, channel);
      }
    }
  }

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
    return false;
  }

  @Override
  public long writeTo(WritableByteChannel out, long offset, long count) throws IOException {
    Objects.checkFromIndexSize(offset, count, size());
    if (closed) {
      throw new IllegalStateException("the cached file was closed");
    }
    long end = offset + count - Math.min(count, LAST);
    long at = offset;
    while (at < end) {
      long n = channel.transferTo(at, end - at, out);
      if (n == 0) {
        requireSame();
        n = waitAndWrite(out, at, end);
      }
      if (n == 0) {
        return at - offset; // the channel does not block, and is full
      }
      at += n;
    }
    return at - offset + writeChecked(out, at, (int) (offset + count - at));
  }

  @Override
  public long writeTo(GatheringByteChannel out, ByteBuffer head, long offset, long count)
      throws IOException {
    Objects.checkFromIndexSize(offset, count, size());
    while (head.hasRemaining()) {
      if (out.write(head) == 0) {
        return 0;
      }
    }
    return writeTo(out, offset, count);
  }

  // The JDK's sockets that block for virtual threads do not block in sendfile(2): when they are
  // full it transfers nothing. A write waits.
  private long waitAndWrite(WritableByteChannel out, long at, long end) throws IOException {
    boolean waits = !(out instanceof SelectableChannel selectable) || selectable.isBlocking();
    return waits ? writeChecked(out, at, (int) Math.min(LAST, end - at)) : 0;
  }

  // Read first, then looked at, then sent. Who replaces the file by a rename changes nothing here:
  // the open file is the old one.
  private long writeChecked(WritableByteChannel out, long offset, int count) throws IOException {
    Block block = BufferPool.shared().take(LAST);
    try {
      ByteBuffer bytes = block.buffer().clear().limit(count);
      while (bytes.hasRemaining()) {
        if (read(bytes, offset) < 0) {
          throw changed();
        }
      }
      requireSame();
      bytes.flip();
      while (bytes.hasRemaining() && out.write(bytes) > 0) {
        // a blocking channel takes all, in as many calls as it likes
      }
      return bytes.position();
    } finally {
      block.release();
    }
  }

  private int read(ByteBuffer bytes, long offset) throws IOException {
    try {
      return channel.read(bytes, offset + bytes.position());
    } catch (IOException e) {
      throw new TransferException(
          "channel", "read", file, offset, bytes.limit(), bytes.position(), e);
    }
  }

  private void requireSame() throws IOException {
    FileStamp now = FileStamp.of(file);
    boolean inPlace = now.key().equals(stamp.key()) && !now.equals(stamp);
    if (inPlace || channel.size() != stamp.size()) {
      throw changed();
    }
  }

  private FileSystemException changed() {
    return new FileSystemException(
        file.toString(), null, "was changed while it was sent; ask for it again");
  }

  @Override
  public void close() throws IOException {
    closed = true;
    channel.close();
  }
}
