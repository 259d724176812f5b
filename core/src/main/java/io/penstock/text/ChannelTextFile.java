package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// A file read by a channel: nothing has to be looked for or started before its first byte.
final class ChannelTextFile implements TextFile {
  /// As the engine of array files that moves bytes in the same way.
  private static final String ENGINE = "channel";

  /// A channel fills an array through memory off the heap: so much of it stays in a processor's
  /// cache between the two copies.
  private static final int PIECE = 128 << 10;

  private static final LongAdder READ = new LongAdder();

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

  /// How many bytes have been read in this way in this process.
  static long bytesRead() {
    return READ.sum();
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
      int piece = Math.min(PIECE, count - done);
      done += read(ByteBuffer.wrap(target, at + done, piece), offset, count, done);
    }
  }

  @Override
  public void read(long offset, MemorySegment target, int count) throws IOException {
    ByteBuffer buffer = target.asSlice(0, count).asByteBuffer();
    while (buffer.hasRemaining()) {
      int done = buffer.position();
      buffer.position(done + read(buffer, offset, count, done));
    }
  }

  /// The buffer itself stays as it is: an interrupt may close the channel when it has been filled,
  /// and the bytes are read again.
  private int read(ByteBuffer target, long offset, int count, int done) throws IOException {
    int n;
    try {
      n = channel.run(opened -> opened.read(target.slice(), offset + done));
    } catch (IOException e) {
      throw new TransferException(ENGINE, "read", path, offset, count, done, e);
    }
    if (n < 0) {
      throw new TransferException(
          ENGINE, "read", path, offset, count, done, FileErrors.ended(offset + done));
    }
    READ.add(n);
    return n;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
