package io.penstock.file.channel;

import io.penstock.file.EngineFile;
import io.penstock.file.FileErrors;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/// A file moved through file channels.
final class ChannelFile implements EngineFile {
  /// A byte buffer cannot be longer than an `int` says.
  private static final long MAX_TRANSFER = 1 << 30;

  private static final int PREFERRED = 256 << 10;
  private static final int MAX_EMPTY_WRITES = 8;

  private final Path path;
  private final ChannelStripes channels;

  /// A size that the file is known to have.
  private volatile long settled;

  ChannelFile(Path path, ChannelStripes channels) {
    this.path = path;
    this.channels = channels;
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    for (long done = 0; done < length; ) {
      MemorySegment rest = piece(target, at + done, length - done);
      long position = offset + done;
      int n =
          run("read", offset, length, done, channel -> channel.read(rest.asByteBuffer(), position));
      if (n < 0) {
        throw failure("read", offset, length, done, FileErrors.ended(size()));
      }
      done += n;
    }
  }

  /// Java extends a file only by writing its last byte, which must not undo what another thread
  /// writes there: whatever may extend the file is done by one thread at a time.
  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    if (offset + length <= settled || length == 0) {
      writeAll(offset, source, at, length);
      return;
    }
    synchronized (this) {
      writeAll(offset, source, at, length);
      settled = Math.max(settled, offset + length);
    }
  }

  private void writeAll(long offset, MemorySegment source, long at, long length)
      throws IOException {
    int empty = 0;
    for (long done = 0; done < length; ) {
      MemorySegment rest = piece(source, at + done, length - done);
      long position = offset + done;
      int n =
          run(
              "write",
              offset,
              length,
              done,
              channel -> channel.write(rest.asByteBuffer(), position));
      empty = n == 0 ? empty + 1 : 0;
      if (empty == MAX_EMPTY_WRITES) {
        throw failure(
            "write", offset, length, done, "the device takes no more bytes and gives no reason");
      }
      done += n;
    }
  }

  private static MemorySegment piece(MemorySegment memory, long at, long length) {
    return memory.asSlice(at, Math.min(length, MAX_TRANSFER));
  }

  private int run(
      String operation, long offset, long length, long done, SteadyChannel.Operation<Integer> call)
      throws IOException {
    try {
      return channels.mine().run(call);
    } catch (IOException e) {
      throw new TransferException(ChannelEngine.NAME, operation, path, offset, length, done, e);
    }
  }

  private TransferException failure(
      String operation, long offset, long length, long done, String reason) {
    return new TransferException(ChannelEngine.NAME, operation, path, offset, length, done, reason);
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public int preferredBytes() {
    return PREFERRED;
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public long size() throws IOException {
    return named("find the size of", FileChannel::size);
  }

  /// Java cannot reserve blocks: the file is only extended, and a full disk shows when it is
  /// written.
  @Override
  public synchronized void reserve(long size) throws IOException {
    if (size() < size) {
      resize(size);
    }
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    named(
        "set to " + size + " bytes",
        channel -> {
          if (channel.size() > size) {
            channel.truncate(size);
          } else if (channel.size() < size) {
            channel.write(ByteBuffer.allocate(1), size - 1);
          }
          return size;
        });
    settled = size;
  }

  /// By the channel that was opened first: the kernel tells a failed write to whoever had the file
  /// open by then.
  @Override
  public void sync() throws IOException {
    boolean _ =
        channels
            .first()
            .run(
                ChannelEngine.NAME,
                "sync",
                channel -> {
                  channel.force(true);
                  return true;
                });
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    return channels.first().map(offset, length, arena);
  }

  @Override
  public Optional<Path> openPath() {
    return channels.path();
  }

  private <T> T named(String what, SteadyChannel.Operation<T> call) throws IOException {
    return channels.mine().run(ChannelEngine.NAME, what, call);
  }

  @Override
  public void close() throws IOException {
    channels.close();
  }

  @Override
  public String explain() {
    return "channel: java.nio file channels, "
        + channels.most()
        + " a file at most, through chunks of "
        + (PREFERRED >> 10)
        + " KiB";
  }
}
