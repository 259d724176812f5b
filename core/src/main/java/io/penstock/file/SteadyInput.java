package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// A file that is read at offsets and stays open whatever becomes of its name, also when the thread
/// is interrupted.
///
/// The JDK's channels for asynchronous work, which no interrupt closes, carry transfers out at once
/// here. A file system that has none gets a [SteadyChannel], which opens the file again by its
/// name. Safe for any thread; nothing may be called after [#close()].
public abstract sealed class SteadyInput implements Closeable {
  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);

  private SteadyInput() {}

  /// Opens a file.
  ///
  /// @throws java.nio.file.FileSystemException if it cannot be opened, or its file system has no
  ///   file channels
  public static SteadyInput open(Path file) throws IOException {
    try {
      return AtOnce.opened(file);
    } catch (UnsupportedOperationException _) {
      return new ByName(file, new SteadyChannel(file, READ));
    }
  }

  /// Reads what there is at an offset.
  ///
  /// @return how many bytes; -1 where there are none
  /// @throws IOException if the device fails; it names the file
  public abstract int read(ByteBuffer target, long offset) throws IOException;

  /// How many bytes it has now.
  public abstract long size() throws IOException;

  /// Whether what was found at a path is this file, as far as its file system tells files apart.
  public abstract boolean isFile(BasicFileAttributes found);

  private static final class AtOnce extends SteadyInput {
    private static final int MOST_LOOKS = 100;

    private final Path name;
    private final AsynchronousFileChannel channel;

    private final @Nullable Object identity; // null where nothing tells this file from others

    private AtOnce(Path name, AsynchronousFileChannel channel, @Nullable Object identity) {
      this.name = name;
      this.channel = channel;
      this.identity = identity;
    }

    /// A name that leads to one file before and after it was opened has led to it meanwhile.
    static AtOnce opened(Path file) throws IOException {
      for (int i = 0; i < MOST_LOOKS; i++) {
        Object before = SteadyChannel.identity(file);
        AsynchronousFileChannel channel = ArrayChannel.uninterrupted(file, ArrayChannel.READ);
        boolean same = false;
        try {
          same = Objects.equals(SteadyChannel.identity(file), before);
        } finally {
          if (!same) {
            channel.close();
          }
        }
        if (same) {
          return new AtOnce(file, channel, before);
        }
      }
      return new AtOnce(file, ArrayChannel.uninterrupted(file, ArrayChannel.READ), null);
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      Future<Integer> result = channel.read(target, offset);
      try {
        return result.get();
      } catch (ExecutionException e) {
        throw unread(name, offset, e.getCause());
      } catch (InterruptedException e) {
        throw new IllegalStateException("a read at once is never waited for", e);
      }
    }

    @Override
    public long size() throws IOException {
      try {
        return channel.size();
      } catch (IOException e) {
        throw unsized(name, e);
      }
    }

    @Override
    public boolean isFile(BasicFileAttributes found) {
      return identity == null || identity.equals(found.fileKey());
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class ByName extends SteadyInput {
    private final Path name;
    private final SteadyChannel channel;

    ByName(Path name, SteadyChannel channel) {
      this.name = name;
      this.channel = channel;
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      try {
        return channel.run(open -> open.read(target.slice(), offset));
      } catch (IOException e) {
        throw unread(name, offset, e);
      }
    }

    @Override
    public long size() throws IOException {
      try {
        return channel.run(open -> open.size());
      } catch (IOException e) {
        throw unsized(name, e);
      }
    }

    @Override
    public boolean isFile(BasicFileAttributes found) {
      return channel.isFile(found);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static IOException unread(Path name, long offset, @Nullable Throwable cause) {
    String reason = cause == null ? "" : String.valueOf(cause.getMessage());
    return new IOException(
        String.format(Locale.ROOT, "%s: cannot be read at byte %d: %s", name, offset, reason),
        cause);
  }

  private static IOException unsized(Path name, IOException cause) {
    return new IOException(name + ": cannot tell its size: " + cause.getMessage(), cause);
  }
}
