package io.penstock.file.channel;

import io.penstock.file.EngineFile;
import io.penstock.file.OpenPath;
import io.penstock.file.SteadyChannel;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A file moved through a few file channels, each used by some of the threads.
///
/// One channel takes a lock in every positional transfer (sun.nio.ch.NativeThreadSet, JDK 25),
/// which a few threads already feel. The first is opened with the file, the others when they are
/// first used; where nothing but its name leads to the file, the first serves for them too.
final class ChannelFile implements EngineFile {
  /// A byte buffer cannot be longer than an `int` says.
  private static final long MAX_TRANSFER = 1 << 30;

  private static final int PREFERRED = 256 << 10;
  private static final int MAX_EMPTY_WRITES = 8;
  private static final int STRIPES = 4;

  private final Path path;
  private final SteadyChannel first;
  private final @Nullable OpenPath file; // null for a new one
  private final AtomicReferenceArray<SteadyChannel> stripes = new AtomicReferenceArray<>(STRIPES);

  /// A size that the file is known to have.
  private volatile long settled;

  /// @param file what leads to it, and is closed with the channels; null for a new one
  ChannelFile(Path path, SteadyChannel first, @Nullable OpenPath file) {
    this.path = path;
    this.first = first;
    this.file = file;
  }

  /// The channel of the current thread.
  private SteadyChannel mine() throws IOException {
    int stripe = (int) Thread.currentThread().threadId() & (STRIPES - 1);
    SteadyChannel channel = stripes.get(stripe);
    return channel == null ? open(stripe) : channel;
  }

  private SteadyChannel open(int stripe) throws IOException {
    Optional<SteadyChannel> own = stripe == 0 ? Optional.empty() : first.another();
    if (!stripes.compareAndSet(stripe, null, own.orElse(first)) && own.isPresent()) {
      own.get().close();
    }
    return stripes.get(stripe);
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    for (long done = 0; done < length; ) {
      MemorySegment rest = piece(target, at + done, length - done);
      long position = offset + done;
      int n =
          run("read", offset, length, done, channel -> channel.read(rest.asByteBuffer(), position));
      if (n < 0) {
        throw TransferException.ended(ChannelEngine.NAME, path, offset, length, done, size());
      }
      done += n;
    }
  }

  /// Java looks at the size before it sets a greater one, which must not cut off what another
  /// thread adds meanwhile: whatever may extend the file is done by one thread at a time.
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
      return mine().run(call);
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
      extend(size);
    }
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    if (size() > size) {
      FileChannel _ = named(setting(size), channel -> channel.truncate(size));
    } else {
      extend(size);
    }
    settled = size;
  }

  private void extend(long size) throws IOException {
    FileChannel _ = named(setting(size), channel -> SteadyChannel.extend(channel, size));
    settled = Math.max(settled, size);
  }

  private static String setting(long size) {
    return "set a size of " + size + " bytes for";
  }

  /// By the channel that was opened first: the kernel tells a failed write to whoever had the file
  /// open by then.
  @Override
  public void sync() throws IOException {
    boolean _ =
        first.run(
            ChannelEngine.NAME,
            "sync",
            channel -> {
              channel.force(true);
              return true;
            });
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    return first.map(offset, length, arena);
  }

  @Override
  public Optional<Path> openPath() {
    return file != null && file.lasts() ? Optional.of(file.path()) : Optional.empty();
  }

  private <T> T named(String what, SteadyChannel.Operation<T> call) throws IOException {
    return mine().run(ChannelEngine.NAME, what, call);
  }

  @Override
  public void close() throws IOException {
    try (first;
        OpenPath _ = file) {
      closeOthers(1);
    }
  }

  /// Closes the channels from a stripe on, all of them whichever fails.
  private void closeOthers(int stripe) throws IOException {
    if (stripe < STRIPES) {
      SteadyChannel channel = stripes.get(stripe);
      try (SteadyChannel _ = channel == first ? null : channel) {
        closeOthers(stripe + 1);
      }
    }
  }

  @Override
  public String explain() {
    return "channel: java.nio file channels, "
        + (openPath().isPresent() ? STRIPES : 1)
        + " a file at most, through chunks of "
        + (PREFERRED >> 10)
        + " KiB";
  }
}
