package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// A file read by a channel: nothing has to be looked for or started before its first byte.
final class ChannelTextFile implements TextFile {
  /// As the engine of array files that moves bytes in the same way.
  private static final String ENGINE = "channel";

  /// A channel fills an array through memory off the heap: so much of it stays in a processor's
  /// cache between the two copies.
  private static final int PIECE = 128 << 10;

  private final Path path;
  private final SteadyChannel channel;
  private final long size;

  private ChannelTextFile(Path path, SteadyChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.size = channel.run(FileChannel::size);
  }

  static ChannelTextFile open(Path path) throws IOException {
    SteadyChannel channel = new SteadyChannel(path, Set.of(StandardOpenOption.READ));
    try {
      return new ChannelTextFile(path, channel);
    } catch (IOException e) {
      try (channel) {
        throw e;
      }
    }
  }

  @Override
  public long size() {
    return size;
  }

  /// Whether its last byte is the last one, or was until the file grew just now. Some file systems
  /// say a size that their files do not have: `/proc`, `/sys`, those of FUSE.
  boolean isOfItsSize() throws IOException {
    int expected = (int) Math.min(1, size);
    ByteBuffer end = ByteBuffer.allocate(expected + 1);
    int n = Math.max(0, channel.run(opened -> opened.read(end, size - expected)));
    return n == expected || (n > expected && channel.run(FileChannel::size) != size);
  }

  @Override
  public void read(long offset, byte[] target, int at, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int n = read(offset, target, at, count, done);
      if (n < 0) {
        throw new TransferException(
            ENGINE, "read", path, offset, count, done, FileErrors.ended(offset + done));
      }
      done += n;
    }
  }

  private int read(long offset, byte[] target, int at, int count, int done) throws IOException {
    int piece = Math.min(PIECE, count - done);
    try {
      return channel.run(
          opened -> opened.read(ByteBuffer.wrap(target, at + done, piece), offset + done));
    } catch (IOException e) {
      throw new TransferException(ENGINE, "read", path, offset, count, done, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
