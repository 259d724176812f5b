package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A file channel that an interrupt does not close, for engines.
///
/// A thread that is interrupted inside an operation of a channel closes it for everybody. Here the
/// file is opened again then, the operation is repeated, and the thread stays interrupted. Safe for
/// any thread; nothing may be called after [#close()].
public final class SteadyChannel implements Closeable {
  /// An operation that may be repeated from its beginning on another channel.
  public interface Operation<T> {
    /// Uses the channel.
    T on(FileChannel channel) throws IOException;
  }

  private final Path path;
  private final Set<OpenOption> options;
  private final Optional<Object> identity;
  private volatile FileChannel channel;

  /// Opens a file.
  ///
  /// @param options those that can be given again and again: none that creates the file
  public SteadyChannel(Path path, Set<OpenOption> options) throws IOException {
    this.path = path;
    this.options = options;
    this.channel = channel(path, options);
    this.identity = identified();
  }

  /// Makes a new, empty file.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is one of this name
  public static void create(Path path) throws IOException {
    channel(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)).close();
  }

  private static FileChannel channel(Path path, Set<OpenOption> options) throws IOException {
    try {
      return FileChannel.open(path, options);
    } catch (FileSystemException e) {
      throw FileErrors.explained(e);
    }
  }

  private Optional<Object> identified() throws IOException {
    try {
      return FileErrors.identity(path);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// One more channel on the same file; empty where that cannot be had, as when the path has come
  /// to name another file.
  public Optional<SteadyChannel> another() throws IOException {
    SteadyChannel other;
    try {
      other = new SteadyChannel(path, options);
    } catch (IOException e) {
      return Optional.empty();
    }
    if (other.identity.equals(identity)) {
      return Optional.of(other);
    }
    other.close();
    return Optional.empty();
  }

  /// Whether the path still leads to this file.
  public boolean isNamed() {
    try {
      return FileErrors.identity(path).equals(identity);
    } catch (IOException e) {
      return false;
    }
  }

  /// Carries out an operation that no interrupt ends, and names file and engine where it fails.
  ///
  /// @param what what cannot be done to the file then: `sync`
  /// @throws IOException as [#run(Operation)]
  public <T> T run(String engine, String what, Operation<T> operation) throws IOException {
    try {
      return run(operation);
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: cannot %s the file (engine %s): %s",
              path,
              what,
              engine,
              e.getMessage()),
          e);
    }
  }

  /// Carries out an operation that no interrupt ends.
  ///
  /// @throws IOException if it fails, or the file has to be opened again and its path names another
  ///   one by now
  public <T> T run(Operation<T> operation) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return operation.on(open());
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private FileChannel open() throws IOException {
    FileChannel current = channel;
    return current.isOpen() ? current : opened();
  }

  private synchronized FileChannel opened() throws IOException {
    if (!channel.isOpen()) {
      FileChannel again = channel(path, options);
      if (!isNamed()) {
        again.close();
        throw new IOException(
            path
                + " was replaced by another file while open, and an interrupt closed the old one; open it again to use the new one");
      }
      channel = again;
    }
    return channel;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
