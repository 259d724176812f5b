package io.penstock.tree.folder;

import io.penstock.file.FileErrors;
import io.penstock.file.ViewAttributes;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.tree.entry.EntryFacts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A file by a channel.
///
/// The JDK does not say where a file has holes, so that every block of zeros becomes one.
final class JavaOpenFile implements OpenFile {
  private static final int CHUNK = 256 << 10;

  /// A device that takes nothing so often in turn takes no more.
  private static final int MOST_EMPTY = 16;

  private static final int BLOCK = 64 << 10;

  private final JavaFolder folder;
  private final byte[] name;
  private final FileChannel channel;
  private final @Nullable ViewAttributes replaced;

  JavaOpenFile(JavaFolder folder, byte[] name, FileChannel channel) {
    this.folder = folder;
    this.name = name;
    this.channel = channel;
    this.replaced = null;
  }

  JavaOpenFile(JavaFolder folder, byte[] name, FileChannel channel, ViewAttributes replaced) {
    this.folder = folder;
    this.name = name;
    this.channel = channel;
    this.replaced = replaced;
  }

  @Override
  public EntryFacts facts() throws IOException {
    return folder.facts(name);
  }

  @Override
  public EntryFacts openedAs() throws IOException {
    return facts();
  }

  @Override
  public long copyTo(OpenFile target, Flow flow) throws IOException {
    FileChannel to = ((JavaOpenFile) target).channel;
    Block block = BufferPool.shared().take(CHUNK);
    try {
      long at = 0;
      long written = 0;
      // A buffer: the first segment takes a fresh JVM as long as a small copy.
      ByteBuffer bytes = block.buffer();
      while (true) {
        int n = read(bytes.clear().limit((int) Math.min(CHUNK, flow.step())), at);
        if (n <= 0) {
          fill(to, written, at);
          return at;
        }
        written = Math.max(written, put(bytes.clear(), n, to, at));
        at += n;
        flow.moved(n);
      }
    } finally {
      block.release();
    }
  }

  // Zeros at the very end: its last byte makes the file as long as it is.
  private static void fill(FileChannel to, long written, long end) throws IOException {
    if (written < end) {
      write(ByteBuffer.allocate(1), to, end - 1);
    }
  }

  /// Writes the blocks that are not zeros.
  ///
  /// @return where the last of them ends; 0 if there is none
  private static long put(ByteBuffer bytes, int count, FileChannel to, long at) throws IOException {
    long end = 0;
    for (int from = 0; from < count; from += BLOCK) {
      int length = Math.min(BLOCK, count - from);
      if (!isZero(bytes, from, length)) {
        bytes.limit(from + length).position(from);
        write(bytes, to, at + from);
        end = at + from + length;
        bytes.clear();
      }
    }
    return end;
  }

  private static void write(ByteBuffer bytes, FileChannel to, long at) throws IOException {
    long begin = at - bytes.position();
    int empty = 0;
    try {
      while (bytes.hasRemaining()) {
        int n = to.write(bytes, begin + bytes.position());
        empty = n == 0 ? empty + 1 : 0;
        if (empty == MOST_EMPTY) {
          throw new IOException("the device takes no more bytes and gives no reason");
        }
      }
    } catch (IOException e) {
      throw failure("write", bytes.remaining(), begin + bytes.position(), e);
    }
  }

  private int read(ByteBuffer bytes, long at) throws IOException {
    int count = bytes.remaining();
    try {
      return channel.read(bytes, at);
    } catch (IOException e) {
      throw failure("read", count, at, e);
    }
  }

  private static IOException failure(String what, int count, long at, IOException e) {
    if (e instanceof ClosedChannelException) {
      return e; // by an interrupt
    }
    String reason =
        String.format(
            Locale.ROOT,
            "cannot %s %d bytes at offset %d: %s",
            what,
            count,
            at,
            FileErrors.reason(e));
    return new FileSystemException("", null, reason);
  }

  private static boolean isZero(ByteBuffer bytes, int from, int length) {
    if (length < BLOCK) {
      return false;
    }
    for (int i = from; i < from + BLOCK; i += Long.BYTES) {
      if (bytes.getLong(i) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long read(long offset, MemorySegment target, long count) throws IOException {
    return Math.max(0, read(target.asSlice(0, count).asByteBuffer(), offset));
  }

  @Override
  public void setMode(int mode) throws IOException {
    folder.setMode(Names.path(name), mode);
  }

  @Override
  public void setOwner(int owner, int group) throws IOException {
    folder.setOwner(name, owner, group);
  }

  @Override
  public void setTimes(Instant accessed, Instant modified) throws IOException {
    folder.setTimes(name, accessed, modified);
  }

  @Override
  public int modeWithoutList(int mode) {
    return mode; // the JDK tells of no list
  }

  @Override
  public void takeAttributes(OpenFile from) throws IOException {
    throw JavaFolder.withoutAttributes();
  }

  @Override
  public boolean replaces() {
    return replaced != null;
  }

  @Override
  public void keepOwner() throws IOException {
    if (replaced != null) {
      replaced.giveOwner(folder.views(Names.path(name)));
    }
  }

  @Override
  public void keepUserAttributes() {
    if (replaced != null) {
      replaced.giveUserAttributes(folder.views(Names.path(name)));
    }
  }

  @Override
  public void keepPermissions() throws IOException {
    if (replaced != null) {
      replaced.givePermissions(folder.views(Names.path(name)));
    }
  }

  @Override
  public List<String> lost() {
    return replaced == null ? List.of() : replaced.lost();
  }

  @Override
  public void sync() throws IOException {
    channel.force(true);
  }

  @Override
  public void forget() {
    // The JDK has no such call.
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
