package io.penstock.file;

import io.penstock.ffi.FileName;
import io.penstock.ffi.NativeAccess;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file channel that an interrupt does not close, for engines.
///
/// A thread that is interrupted inside an operation of a channel closes it for everybody. Here the
/// file is opened again then, the operation is repeated, and the thread stays interrupted. A file
/// that was opened by its name alone is opened again only while the name still leads to it, as far
/// as its file system tells. Safe for any thread; nothing may be called after [#close()].
public final class SteadyChannel implements Closeable {
  /// An operation that may be repeated from its beginning on another channel.
  public interface Operation<T> {
    /// Uses the channel.
    T on(FileChannel channel) throws IOException;
  }

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> READ_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  /// So often a file that is being replaced all the time is found in one piece at last.
  private static final int MOST_LOOKS = 100;

  /// The identity of files whose file system does not tell them apart.
  private static final Object UNTOLD = new Object();

  private final Path name;
  private final Path path;
  private final boolean lasting;
  private final Set<OpenOption> options;
  private final @Nullable Object identity; // null where the path leads to it always
  private volatile FileChannel channel;

  /// Opens a file by its name.
  ///
  /// @param options those that can be given again and again: none that creates the file
  /// @throws java.nio.file.FileSystemException if it cannot be opened, or its file system has no
  ///   file channels
  public SteadyChannel(Path path, Set<OpenOption> options) throws IOException {
    this(named(path, options));
  }

  private SteadyChannel(SteadyChannel opened) {
    this(opened.path, opened.options, opened.channel, opened.identity);
  }

  /// A file opened by its name, and what tells it from others.
  private SteadyChannel(
      Path path, Set<OpenOption> options, FileChannel channel, @Nullable Object identity) {
    this.name = path;
    this.path = path;
    this.lasting = false;
    this.options = options;
    this.channel = channel;
    this.identity = identity;
  }

  /// Opens a file that was found; it must not be closed before this is.
  ///
  /// @param options those that can be given again and again: none that creates the file
  /// @throws java.nio.file.FileSystemException if it cannot be opened, or its file system has no
  ///   file channels
  public static SteadyChannel of(OpenPath file, Set<OpenOption> options) throws IOException {
    return file.lasts()
        ? new SteadyChannel(file.name(), file.path(), options)
        : new SteadyChannel(file.path(), options);
  }

  /// Opens a file by a path that leads to it for as long as this is open.
  ///
  /// @param name for messages
  public SteadyChannel(Path name, Path lasting, Set<OpenOption> options) throws IOException {
    this.name = name;
    this.path = lasting;
    this.lasting = true;
    this.options = options;
    this.identity = null;
    this.channel = channel(name, path, options);
  }

  /// Makes a new, empty file and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is one of this name
  public static SteadyChannel created(Path path) throws IOException {
    FileChannel channel = channel(path, path, NEW);
    try {
      return new SteadyChannel(path, READ_WRITE, channel, identityOfNew(path));
    } catch (IOException | RuntimeException e) {
      Exception _ = Failures.closing(channel, e);
      throw e;
    }
  }

  /// Archives show a new file when it is closed: until then nothing tells it from others.
  private static @Nullable Object identityOfNew(Path path) throws IOException {
    try {
      return identityOf(path);
    } catch (NoSuchFileException e) {
      if (FileName.isSystems(path)) {
        throw e;
      }
      return UNTOLD;
    }
  }

  /// Opens a channel that interrupts do close.
  ///
  /// @param name for messages
  /// @throws java.nio.file.FileSystemException if the file cannot be opened, or its file system has
  ///   no file channels
  public static FileChannel channel(Path name, Path path, Set<OpenOption> options)
      throws IOException {
    try {
      return FileChannel.open(path, options);
    } catch (FileSystemException e) {
      throw FileErrors.explained(name, e);
    } catch (UnsupportedOperationException e) {
      throw FileErrors.withoutChannels(name, e);
    }
  }

  /// A name that leads to one file before and after it was opened has led to it meanwhile. Where it
  /// never does, files have another number at each look, as on some network file systems, and
  /// nothing tells this one from others.
  private static SteadyChannel named(Path path, Set<OpenOption> options) throws IOException {
    for (int i = 0; i < MOST_LOOKS; i++) {
      Object before = identity(path);
      SteadyChannel opened = new SteadyChannel(path, options, channel(path, path, options), before);
      if (opened.isStillNamed()) {
        return opened;
      }
      opened.close();
    }
    return new SteadyChannel(path, options, channel(path, path, options), UNTOLD);
  }

  /// Whether the name leads to the file that it led to before; if that cannot be told, it is
  /// closed.
  private boolean isStillNamed() throws IOException {
    try {
      return Objects.equals(identity(path), identity);
    } catch (IOException | RuntimeException e) {
      Exception _ = Failures.closing(channel, e);
      throw e;
    }
  }

  /// What tells the file of this name from others; null where nothing does.
  static @Nullable Object identity(Path path) throws IOException {
    try {
      return identityOf(path);
    } catch (FileSystemException e) {
      throw FileErrors.explained(path, e);
    }
  }

  private static @Nullable Object identityOf(Path path) throws IOException {
    return FileErrors.identity(path).orElse(null);
  }

  /// Whether what was found at a path is the file that was opened by its name, as far as its file
  /// system tells files apart.
  public boolean isFile(BasicFileAttributes found) {
    return identity == null || identity.equals(UNTOLD) || identity.equals(found.fileKey());
  }

  /// One more channel on the same file; empty where that cannot be had, because nothing but the
  /// name leads to it.
  public Optional<SteadyChannel> another() throws IOException {
    if (!lasting) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SteadyChannel(name, path, options));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// One more channel on a file that was opened by its name.
  ///
  /// @param others those that can be given again and again: none that creates the file
  /// @throws IOException if it cannot be opened, or the name leads to another file by now
  public SteadyChannel reopened(Set<OpenOption> others) throws IOException {
    SteadyChannel again = new SteadyChannel(path, others);
    if (!Objects.equals(again.identity, identity)) {
      throw Failures.closing(
          again,
          new IOException(
              name + " was replaced by another file while it was opened; open it again"));
    }
    return again;
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
              name,
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
        FileChannel open = open();
        try {
          return operation.on(open);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          open.close(); // that of an archive takes itself for open when its file is closed
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// fsync(2), which no interrupt ends.
  ///
  /// @throws IOException as [#run(Operation)]
  void force() throws IOException {
    FileChannel _ =
        run(
            // A class and not a lambda: a program that saves one file would pay for its first one.
            new Operation<FileChannel>() {
              @Override
              public FileChannel on(FileChannel open) throws IOException {
                open.force(true);
                return open;
              }
            });
  }

  /// Maps a range for reading, until an arena ends, and never makes the file longer: the JDK does
  /// where the channel may write, so that another one maps then.
  ///
  /// @throws UnsupportedOperationException if the file system maps no files
  /// @throws IOException if the file is shorter, or as [#reopened(Set)]
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    if (options.contains(StandardOpenOption.WRITE)) {
      try (SteadyChannel reading = reopened(READ)) {
        return reading.map(offset, length, arena);
      }
    }
    Operation<MemorySegment> map =
        open -> open.map(FileChannel.MapMode.READ_ONLY, offset, length, arena);
    // The JDK forgets a mapping that it has just made when an interrupt comes. Where memory is its
    // owner's alone no other thread can map it.
    return arena.allocate(0).isAccessibleBy(Workers.STRANGER)
        ? run(open -> NativeAccess.uninterrupted(() -> map.on(open)))
        : run(map);
  }

  /// Makes a file so long, with zeros that take no place; one that is longer stays as it is.
  ///
  /// No byte is written, which could undo what others write there at the same time: the JDK sets
  /// the size of a file that ends before what is to be mapped, here nothing. What others add behind
  /// that size between its look at the size and that call, some microseconds, is cut off. Only
  /// where the channel may not read, or the file system maps no files, the last byte is written.
  ///
  /// @return the channel
  public static FileChannel extend(FileChannel file, long size) throws IOException {
    try {
      MappedByteBuffer _ = file.map(FileChannel.MapMode.READ_WRITE, size, 0);
    } catch (NonReadableChannelException | UnsupportedOperationException _) {
      // There is another way.
    }
    if (file.size() < size) {
      int _ = file.write(ByteBuffer.allocate(1), size - 1);
    }
    return file;
  }

  private FileChannel open() throws IOException {
    FileChannel current = channel;
    return current.isOpen() ? current : opened();
  }

  private synchronized FileChannel opened() throws IOException {
    if (!channel.isOpen()) {
      channel = lasting ? channel(name, path, options) : sameAgain();
    }
    return channel;
  }

  private FileChannel sameAgain() throws IOException {
    SteadyChannel again = named(path, options);
    if (UNTOLD.equals(again.identity) || UNTOLD.equals(identity)) {
      throw Failures.closing(
          again,
          new IOException(
              name
                  + " was closed by an interrupt, and its file system does not tell whether another"
                  + " file has its name by now; open it again"));
    }
    if (!Objects.equals(again.identity, identity)) {
      throw Failures.closing(
          again,
          new IOException(
              name
                  + " was replaced by another file while open, and an interrupt closed the old one;"
                  + " open it again to use the new one"));
    }
    return again.channel;
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IOException(name + ": cannot be closed: " + FileErrors.reason(e), e);
    }
  }
}
