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
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/// A file that is not in memory. Its last bytes go out only when it is seen to be what it was. Who
/// replaces it by a rename, or removes it, changes nothing here: the open file is the old one.
///
/// All bytes are copied: what sendfile(2) gives a socket are the pages of the file, and whatever is
/// written over them or cut off while they wait for the client, it gets, long after the last look.
final class StoredFile implements CachedFile {
  private static final int PART = 16 << 10;

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
    for (int i = 0; i < FileCache.MOST_TRIES; i++) {
      FileStamp stamp = FileStamp.of(file);
      FileChannel channel = SteadyChannel.channel(file, file, Set.of(StandardOpenOption.READ));
      StoredFile stored = new StoredFile(file, stamp, channel);
      boolean usable = false;
      try {
        usable = stored.isAsItSays();
      } finally {
        if (!usable) {
          channel.close();
        }
      }
      if (usable) {
        return stored;
      }
    }
    throw FileCache.neverStill(file);
  }

  /// Whether it is still what it was when it was looked at, and holds no more than it says.
  private boolean isAsItSays() throws IOException {
    boolean whole = read(ByteBuffer.allocate(1), size()) < 0;
    boolean same = FileStamp.of(file).equals(stamp);
    if (same && !whole && stamp.settled()) {
      throw stamp.unsized(file);
    }
    return same && whole;
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
    Block block = BufferPool.shared().take(PART);
    try {
      long done = 0;
      int written;
      int part;
      do {
        part = (int) Math.min(PART, count - done);
        ByteBuffer bytes = block.buffer().clear().limit(part);
        fill(bytes, offset + done);
        if (done + part == count) {
          requireSame();
        }
        written = write(out, bytes.flip());
        done += written;
      } while (done < count && written == part);
      return done;
    } finally {
      block.release();
    }
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

  private void fill(ByteBuffer bytes, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      if (read(bytes, offset) < 0) {
        throw changed();
      }
    }
  }

  private static int write(WritableByteChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && out.write(bytes) > 0) {
      // a blocking channel takes all, in as many calls as it likes
    }
    return bytes.position();
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
    if (isChangedInPlace() || channel.size() != stamp.size()) {
      throw changed();
    }
  }

  private boolean isChangedInPlace() throws IOException {
    try {
      FileStamp now = FileStamp.of(file);
      return now.key().equals(stamp.key()) && !now.equals(stamp);
    } catch (NoSuchFileException _) {
      return false;
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
