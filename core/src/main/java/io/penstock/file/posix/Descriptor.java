package io.penstock.file.posix;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.file.Advice;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenPath;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// An open file descriptor: complete transfers, and errors that say what failed.
final class Descriptor {
  /// The longest critical call: it holds every thread of the JVM off its safepoints while it lasts.
  private static final long MAX_CRITICAL = 1 << 20;

  /// Linux moves no more than 2 GiB less a page in a call (read(2), NOTES).
  private static final long MAX_TRANSFER = 1 << 30;

  /// How often a write may take nothing before that counts as an error.
  private static final int MAX_EMPTY_WRITES = 8;

  private final LibC libc;
  private final String engine;
  private final Path path;
  private final int number;

  private Descriptor(LibC libc, String engine, Path path, int number) {
    this.libc = libc;
    this.engine = engine;
    this.path = path;
    this.number = number;
  }

  /// Opens a file that was found.
  static Descriptor open(LibC libc, String engine, OpenPath file, int flags) throws IOException {
    return opened(libc, engine, file.name(), number(libc, file.path(), flags));
  }

  /// Opens what was a regular file a moment ago, and waits for nobody if it is a pipe by now.
  ///
  /// @param file its name, for messages
  /// @param path leads to it
  static Descriptor openRegular(LibC libc, String engine, Path file, Path path, int flags)
      throws IOException {
    int number = number(libc, path, flags | OpenFlags.NO_WAIT);
    if (number == -Errno.EAGAIN) { // somebody has a lease on it, and gives it back in time
      number = number(libc, path, flags);
    }
    return opened(libc, engine, file, number);
  }

  /// Makes a file.
  static Descriptor create(LibC libc, String engine, Path file, int flags) throws IOException {
    return opened(libc, engine, file, number(libc, file, flags));
  }

  private static Descriptor opened(LibC libc, String engine, Path file, int number)
      throws IOException {
    if (number < 0) {
      throw FileErrors.opening(file, -number, Errno.describe(-number));
    }
    return new Descriptor(libc, engine, file, number);
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
  Descriptor alsoOpenAs(int other) {
    return new Descriptor(libc, engine, path, other);
  }

  /// For messages.
  Path name() {
    return path;
  }

  /// What leads to the open file always.
  Path path() {
    return OpenPath.ofDescriptor(number);
  }

  void read(long offset, MemorySegment target, long at, long length) throws IOException {
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

  void readHeap(long offset, Object array, long at, long length) throws IOException {
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
      long n = libc.pread(number, target, at + done, length - done, offset + done);
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

  void write(long offset, MemorySegment source, long at, long length) throws IOException {
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

  private TransferException failure(
      String operation, long offset, long length, long done, long result) throws IOException {
    String reason =
        result < 0
            ? Errno.describe((int) -result)
            : "read".equals(operation)
                ? FileErrors.ended(size())
                : "the device takes no more bytes and gives no reason";
    return failure(operation, offset, length, done, reason);
  }

  TransferException failure(String operation, long offset, long length, long done, String reason) {
    return new TransferException(engine, operation, path, offset, length, done, reason);
  }

  /// Whether every page of a range is in the page cache, as far as the kernel says.
  ///
  /// Of files that a process neither owns nor may write the kernel says nothing; then the range is
  /// read without waiting, and dropped. Pages that are still being read in count as cached: where
  /// that is so the last of them is the last to be readable.
  boolean cached(long offset, long length) {
    int page = libc.pageBytes();
    long pages = (offset + length - 1) / page - offset / page + 1;
    long found = libc.cachedPages(number, offset, length);
    if (found == -Errno.EPERM) {
      return libc.readNow(number, offset, length) == length;
    }
    return found >= pages && libc.readNow(number, offset + length - 1, 1) != -Errno.EAGAIN;
  }

  /// Why nobody can say what is cached; empty where the kernel does, or a read that does not wait.
  Optional<String> untold() {
    long found = libc.cachedPages(number, 0, 1);
    if (found >= 0) {
      return Optional.empty();
    }
    if (found != -Errno.EPERM) {
      return Optional.of("cachestat(2) needs Linux 6.5");
    }
    long read = libc.readNow(number, 0, 1);
    return read >= 0 || read == -Errno.EAGAIN
        ? Optional.empty()
        : Optional.of(
            "it tells only who owns the file or may write it, and no read goes without waiting: "
                + Errno.describe((int) -read));
  }

  /// A clock that stands still for some milliseconds.
  long coarseNanos() {
    return libc.coarseNanos();
  }

  /// The size, or 0 where it cannot be had.
  long sizeOrZero() {
    return Math.max(0, libc.size(number));
  }

  /// The size; 0 of files of the kernel's own that have none to tell.
  long size() throws IOException {
    long size = libc.size(number);
    return size == -Errno.EINVAL ? 0 : require(size, "find the size of");
  }

  /// Reserves blocks, also those of holes, where the file system can; else only extends the file.
  void reserve(long size) throws IOException {
    if (size == 0) {
      return;
    }
    int result;
    do {
      result = libc.reserve(number, size);
    } while (result == -Errno.EINTR);
    switch (-result) {
      // Filters of system calls, as those of containers, answer with EPERM.
      case Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPERM -> resize(Math.max(size, size()));
      default -> require(result, "reserve " + size + " bytes for");
    }
  }

  void resize(long size) throws IOException {
    int result;
    do {
      result = libc.truncate(number, size);
    } while (result == -Errno.EINTR);
    require(result, "set to " + size + " bytes");
  }

  void sync() throws IOException {
    int result;
    do {
      result = libc.sync(number);
    } while (result == -Errno.EINTR);
    require(result, "sync");
  }

  /// By posix_fadvise(3). No length means to the end there, so that nothing is asked for nothing.
  void advise(long offset, long length, Advice advice) {
    if (length > 0) {
      int _ = libc.advise(number, offset, length, advice.code());
    }
  }

  void close() throws IOException {
    require(libc.close(number), "close");
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
