package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/// A text file read by a channel: no engine has to be found or started before its first byte.
final class ChannelTextFile extends TextFile {
  /// As the engine of array files that moves bytes in the same way.
  private static final String ENGINE = "channel";

  /// A channel fills an array through memory off the heap: so much of it stays in a processor's
  /// cache between the two copies.
  private static final int PIECE = 128 << 10;

  /// Words are read a usual block at a time: the fewer calls a short count makes, the fewer of the
  /// methods on the way are compiled while it is about to end.
  private static final int STAGE = 256 << 10;

  /// Memory off the heap when no read uses it: as many as there have been reads at a time.
  private static final Queue<ByteBuffer> STAGES = new ConcurrentLinkedQueue<>();

  /// What is read at a time where there is little memory off the heap (`-XX:MaxDirectMemorySize`):
  /// a channel takes some of its own for an array, too.
  private static final int LITTLE = 8 << 10;

  private static final LongAdder READ = new LongAdder();

  /// Whether that has been found out: before it refuses, the JVM collects its whole heap.
  private static volatile boolean scarce;

  private final Path path;
  private final SteadyChannel channel;
  private final long size;

  private ChannelTextFile(Path path, SteadyChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.size = sizeOf(channel);
  }

  // Operations of the channel are no lambdas: a program that counts one small file would pay for
  // its first one.

  private static long sizeOf(SteadyChannel channel) throws IOException {
    return channel.run(
        ENGINE,
        "find the size of",
        new SteadyChannel.Operation<Long>() {
          @Override
          public Long on(FileChannel opened) throws IOException {
            return opened.size();
          }
        });
  }

  /// Reads what fits into a slice of the target, from a place on; again from the begin, where it is
  /// repeated.
  private int fill(ByteBuffer target, long offset, int count, int done) throws IOException {
    try {
      return channel.run(
          new SteadyChannel.Operation<Integer>() {
            @Override
            public Integer on(FileChannel opened) throws IOException {
              return opened.read(target.slice(), offset + done);
            }
          });
    } catch (IOException e) {
      throw new TransferException(ENGINE, "read", path, offset, count, done, e);
    }
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
  long size() {
    return size;
  }

  /// Whether its last byte is the last one, or was until the file grew just now. Some file systems
  /// say a size that their files do not have: `/proc`, `/sys`, those of FUSE.
  boolean isOfItsSize() throws IOException {
    int expected = (int) Math.min(1, size);
    ByteBuffer end = ByteBuffer.allocate(expected + 1);
    int n = Math.max(0, fill(end, size - expected, expected, 0));
    return n == expected || (n > expected && sizeOf(channel) != size);
  }

  @Override
  void read(long offset, byte[] target, int at, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int piece = Math.min(scarce ? LITTLE : PIECE, count - done);
      try {
        done += read(ByteBuffer.wrap(target, at + done, piece), offset, count, done);
      } catch (OutOfMemoryError e) {
        admitScarcity(e);
      }
    }
  }

  /// The first time; that there is not even a little is the caller's error.
  private static void admitScarcity(OutOfMemoryError e) {
    if (scarce) {
      throw e;
    }
    scarce = true;
  }

  @Override
  void read(long offset, MemorySegment target, int count) throws IOException {
    ByteBuffer buffer = target.asSlice(0, count).asByteBuffer();
    while (buffer.hasRemaining()) {
      int done = buffer.position();
      buffer.position(done + read(buffer, offset, count, done));
    }
  }

  /// Fills the begin of an array with words in native order. Zeros follow the last byte in its
  /// word.
  ///
  /// @param count in bytes
  /// @throws TransferException if the file ends before
  void read(long offset, long[] target, int count) throws IOException {
    ByteBuffer idle = STAGES.poll();
    ByteBuffer stage = idle == null ? newStage() : idle;
    try {
      for (int done = 0; done < count; done += stage.capacity()) {
        int piece = Math.min(stage.capacity(), count - done);
        stage.clear().limit(piece);
        while (stage.hasRemaining()) {
          int at = stage.position();
          stage.position(at + read(stage, offset, count, done + at));
        }
        moveWords(stage, piece, target, done / Long.BYTES);
      }
    } finally {
      STAGES.add(stage);
    }
  }

  private static void moveWords(ByteBuffer stage, int bytes, long[] target, int at) {
    int words = Math.ceilDiv(bytes, Long.BYTES);
    stage.clear();
    for (int i = bytes; i < words * Long.BYTES; i++) {
      stage.put(i, (byte) 0);
    }
    stage.asLongBuffer().get(target, at, words);
  }

  private static ByteBuffer newStage() {
    try {
      return ByteBuffer.allocateDirect(scarce ? LITTLE : STAGE).order(ByteOrder.nativeOrder());
    } catch (OutOfMemoryError e) {
      admitScarcity(e);
      return newStage();
    }
  }

  /// The buffer itself stays as it is: an interrupt may close the channel when it has been filled,
  /// and the bytes are read again.
  private int read(ByteBuffer target, long offset, int count, int done) throws IOException {
    int n = fill(target, offset, count, done);
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
