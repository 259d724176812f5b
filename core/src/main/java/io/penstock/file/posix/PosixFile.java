package io.penstock.file.posix;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.FileErrors;
import io.penstock.file.Handover;
import io.penstock.file.OpenMode;
import io.penstock.file.OpenPath;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A file descriptor, moved through the page cache unless it was opened otherwise: complete
/// transfers, and errors that say what failed.
final class PosixFile implements EngineFile {
  /// With its source, half of a typical second-level cache.
  private static final int PREFERRED = 256 << 10;

  /// The longest critical call: it holds every thread of the JVM off its safepoints while it lasts.
  private static final long MAX_CRITICAL = 1 << 20;

  /// Linux moves no more than 2 GiB less a page in a call (read(2), NOTES), and macOS refuses more
  /// than 2 GiB less a byte.
  private static final long MAX_TRANSFER = 1 << 30;

  private static final long TMPFS = 0x01021994; // linux/magic.h (v6.12)

  /// How often a write may take nothing before that counts as an error.
  private static final int MAX_EMPTY_WRITES = 8;

  private final LibC libc;
  private final String engine;
  private final Path path;
  private final int number;

  /// Made when it is asked: most files are read once, and most are small.
  private volatile @Nullable Residency residency; // made when it is first asked for

  private PosixFile(LibC libc, String engine, Path path, int number) {
    this.libc = libc;
    this.engine = engine;
    this.path = path;
    this.number = number;
  }

  /// Flags for open(2).
  static int flags(LibC libc, OpenMode mode) {
    return libc.flags().closeOnExec()
        | switch (mode) {
          case READ -> 0; // O_RDONLY
          case WRITE -> 1; // O_WRONLY
          case READ_WRITE -> 2; // O_RDWR
        };
  }

  /// Opens a file that was found.
  static PosixFile open(LibC libc, String engine, OpenPath file, OpenMode mode) throws IOException {
    return opened(libc, engine, file.name(), number(libc, file.path(), flags(libc, mode)));
  }

  /// Opens what is a regular file, and waits for nobody if it is a pipe a moment later.
  ///
  /// @param file its name, for messages
  /// @param path leads to it
  /// @throws java.nio.file.FileSystemException if it is not, or cannot be opened
  static PosixFile openRegular(LibC libc, String engine, Path file, Path path, OpenMode mode)
      throws IOException {
    int number = libc.openRegular(path, flags(libc, mode) | libc.flags().noWait());
    return number < 0
        ? openSlowly(libc, engine, file, path, mode)
        : new PosixFile(libc, engine, file, number);
  }

  /// The same for what is no regular file, or cannot be opened at once, with the reason.
  private static PosixFile openSlowly(LibC libc, String engine, Path file, Path path, OpenMode mode)
      throws IOException {
    FileErrors.requireRegular(file, path);
    int number = number(libc, path, flags(libc, mode) | libc.flags().noWait());
    if (number == -Errno.EAGAIN) { // somebody has a lease on it, and gives it back in time
      number = number(libc, path, flags(libc, mode));
    }
    return opened(libc, engine, file, number);
  }

  /// Makes a file, and opens it for reading and writing.
  static PosixFile create(LibC libc, String engine, Path file) throws IOException {
    int flags = flags(libc, OpenMode.READ_WRITE) | libc.flags().createNew();
    int number = number(libc, file, flags);
    return opened(libc, engine, file, number);
  }

  private static PosixFile opened(LibC libc, String engine, Path file, int number)
      throws IOException {
    if (number < 0) {
      throw FileErrors.opening(file, -number, Errno.describe(-number));
    }
    return new PosixFile(libc, engine, file, number);
  }

  /// Opens a path.
  ///
  /// @return a descriptor's number, or a negative error number
  static int number(LibC libc, Path path, int flags) {
    int permissions = 0666; // less the process's umask
    int number;
    do {
      number = libc.open(path, flags, permissions);
    } while (number == -Errno.EINTR);
    return number;
  }

  /// One more descriptor of the same file.
  PosixFile alsoOpenAs(int other) {
    return new PosixFile(libc, engine, path, other);
  }

  /// For messages.
  Path name() {
    return path;
  }

  /// What leads to the open file always, if anything does.
  Optional<Path> lasting() {
    return libc.path(number);
  }

  /// Whether another descriptor has the same file open.
  boolean isOpenAs(int other) {
    Optional<String> key = libc.fileKey(number);
    return key.isPresent() && key.equals(libc.fileKey(other));
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    if (Handover.isDue()) {
      Handover.read(this, path, offset, target, at, length);
      return;
    }
    long done = 0;
    while (done < length) {
      long step = Math.min(MAX_TRANSFER, length - done);
      long n = libc.pread(number, target, at + done, step, offset + done);
      if (n > 0) {
        done += n;
      } else if (n != -Errno.EINTR) {
        throw failure("read", offset, length, done, n);
      }
    }
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    if (!cached(offset, length)) {
      return 0;
    }
    long done = 0;
    while (done < length) {
      long step = Math.min(MAX_CRITICAL, length - done);
      long n = libc.preadCritical(number, array, at + done, step, offset + done);
      if (n > 0) {
        done += n;
      } else if (n != -Errno.EINTR) {
        throw failure("read", offset, length, done, n);
      }
    }
    return done;
  }

  @Override
  public long readNow(long offset, MemorySegment target, long at, long length) throws IOException {
    long n;
    do {
      n = libc.preadNow(number, target, at, Math.min(MAX_TRANSFER, length), offset);
    } while (n == -Errno.EINTR);
    return Math.max(n, 0); // whatever fails will fail again when it is read
  }

  /// Reads up to the end of the file, or until a read past the cache, which is one of a `unit` of
  /// more than a byte, cannot be continued: it ends off a multiple of that, or the device does not
  /// take it, because its blocks are larger.
  ///
  /// @return bytes read
  long readUpTo(long offset, MemorySegment target, long at, long length, long unit)
      throws IOException {
    long done = 0;
    while (done < length && done % unit == 0) {
      long step = Math.min(MAX_TRANSFER, length - done);
      long n = libc.pread(number, target, at + done, step, offset + done);
      if (n == 0 || refused(n, unit)) {
        return done;
      }
      if (n > 0) {
        done += n;
      } else if (n != -Errno.EINTR) {
        throw failure("read", offset, length, done, n);
      }
    }
    return done;
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    long _ = writeUpTo(offset, source, at, length, 1);
  }

  private static boolean refused(long result, long unit) {
    return result == -Errno.EINVAL && unit > 1;
  }

  /// Writes all, or until a write past the cache cannot be continued, as [#readUpTo].
  ///
  /// @return bytes written
  long writeUpTo(long offset, MemorySegment source, long at, long length, long unit)
      throws IOException {
    long done = 0;
    int empty = 0;
    while (done < length && done % unit == 0) {
      long step = Math.min(MAX_TRANSFER, length - done);
      long n = libc.pwrite(number, source, at + done, step, offset + done);
      if (n > 0) {
        done += n;
        empty = 0;
      } else if (refused(n, unit)) {
        return done;
      } else if (n != -Errno.EINTR && (n < 0 || ++empty == MAX_EMPTY_WRITES)) {
        throw failure("write", offset, length, done, n);
      }
    }
    return done;
  }

  private IOException failure(String operation, long offset, long length, long done, long result)
      throws IOException {
    if (result >= 0 && "read".equals(operation)) {
      return ended(offset, length, done);
    }
    String reason =
        result < 0
            ? Errno.describe((int) -result)
            : "the device takes no more bytes and gives no reason";
    return new TransferException(engine, operation, path, offset, length, done, reason);
  }

  IOException ended(long offset, long length, long done) throws IOException {
    return TransferException.ended(engine, path, offset, length, done, size());
  }

  @Override
  public boolean cached(long offset, long length) {
    return residency().has(offset, length);
  }

  @Override
  public boolean fillsHoles() {
    return libc.fileSystem(number) == TMPFS;
  }

  private Residency residency() {
    Residency made = residency;
    return made != null ? made : madeResidency();
  }

  private synchronized Residency madeResidency() {
    Residency made = residency;
    if (made == null) {
      made = new Residency(libc, number);
      residency = made;
    }
    return made;
  }

  /// The size; 0 of files of the kernel's own that have none to tell.
  @Override
  public long size() throws IOException {
    long size = libc.size(number);
    return size == -Errno.EINVAL ? 0 : require(size, "find the size of");
  }

  /// Reserves blocks, also those of holes, where the file system can; else only extends the file.
  /// One that is long enough is left alone: to set the size that it has would cut off what others
  /// add.
  @Override
  public void reserve(long size) throws IOException {
    if (size == 0) {
      return;
    }
    int result;
    do {
      result = libc.reserve(number, size);
    } while (result == -Errno.EINTR);
    switch (-result) {
      // Filters of system calls, as those of containers, answer with EPERM.
      case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPERM -> extend(size);
      default -> require(result, "reserve " + size + " bytes for");
    }
  }

  private void extend(long size) throws IOException {
    if (size() < size) {
      resize(size);
    }
  }

  @Override
  public void resize(long size) throws IOException {
    int result;
    do {
      result = libc.truncate(number, size);
    } while (result == -Errno.EINTR);
    require(result, "set a size of " + size + " bytes for");
  }

  @Override
  public void sync() throws IOException {
    if (Handover.isDue()) {
      Handover.run(this::sync);
      return;
    }
    int result;
    do {
      result = libc.sync(number);
    } while (result == -Errno.EINTR);
    require(result, "sync");
  }

  /// No length means to the end to posix_fadvise(3), so that nothing is asked for nothing.
  @Override
  public void advise(long offset, long length, Advice advice) {
    if (length > 0) {
      int _ = libc.advise(number, offset, length, advice.code());
    }
  }

  @Override
  public void close() throws IOException {
    require(libc.close(number), "close");
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
  public Optional<Path> openPath() {
    return lasting();
  }

  @Override
  public int ringDescriptor() {
    return number;
  }

  @Override
  public OptionalInt descriptor() {
    return OptionalInt.of(number);
  }

  @Override
  public String explain() {
    Optional<String> untold = residency().untold();
    return untold.isEmpty()
        ? "posix: cached pages can be read straight into Java arrays; other reads and all writes go through chunks, if nothing else is asked for of "
            + (PREFERRED >> 10)
            + " KiB"
        : "posix: the kernel does not tell what is cached ("
            + untold.get()
            + "), so everything goes through chunks of "
            + (PREFERRED >> 10)
            + " KiB";
  }

  private long require(long result, String what) throws IOException {
    if (result < 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: cannot %s the file (engine %s): %s",
              path,
              what,
              engine,
              Errno.describe((int) -result)));
    }
    return result;
  }
}
