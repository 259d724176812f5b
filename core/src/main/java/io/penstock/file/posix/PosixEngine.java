package io.penstock.file.posix;

import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.MadeEntry;
import io.penstock.file.OpenMode;
import io.penstock.file.OpenPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// pread(2) and pwrite(2) through the page cache.
public final class PosixEngine implements FileEngine.Posix {
  static final String NAME = "posix";

  private final String told;

  /// For [java.util.ServiceLoader].
  public PosixEngine() {
    this(NAME);
  }

  private PosixEngine(String told) {
    this.told = told;
  }

  @Override
  public FileEngine tellingFailuresAs(String name) {
    return new PosixEngine(name);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return "engine " + NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.of(NativeAccess.unavailable()).filter(reason -> !reason.isEmpty());
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    FileErrors.requireSystems(file, needs(told));
    return reopen(file, file, mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return PosixFile.openRegular(libc(), told, file, opened, mode);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    FileErrors.requireSystems(file, needs(told));
    return PosixFile.create(libc(), told, file);
  }

  /// What an engine of system calls needs, for messages.
  static String needs(String engine) {
    return String.format(
        Locale.ROOT, "engine %s reaches files of the system alone; use engine channel", engine);
  }

  static LibC libc() throws IOException {
    return NativeAccess.libc().orElseThrow(() -> new IOException(NativeAccess.unavailable()));
  }

  /// pread(2) and pwrite(2) past the page cache, by O_DIRECT or F_NOCACHE.
  public static final class Direct implements FileEngine.Direct {
    static final String NAME = "posix-direct";

    private final String told;

    /// For [java.util.ServiceLoader].
    public Direct() {
      this(NAME);
    }

    private Direct(String told) {
      this.told = told;
    }

    @Override
    public FileEngine tellingFailuresAs(String name) {
      return new PosixEngine.Direct(name);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String toString() {
      return "engine " + NAME;
    }

    @Override
    public Optional<String> obstacle() {
      return new PosixEngine().obstacle();
    }

    /// A write that ends inside a page needs the rest of that page, so the file is also opened
    /// through the cache.
    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      FileErrors.requireSystems(file, needs(told));
      return open(file, file, mode);
    }

    @Override
    public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
      return open(file, opened, mode);
    }

    private EngineFile open(Path file, Path path, OpenMode mode) throws IOException {
      LibC libc = PosixEngine.libc();
      try (OpenPath found = OpenPath.of(file, path)) {
        return direct(libc, PosixFile.open(libc, told, found, mode), mode);
      }
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      FileErrors.requireSystems(file, needs(told));
      LibC libc = PosixEngine.libc();
      PosixFile created = PosixFile.create(libc, told, file);
      MadeEntry made = MadeEntry.ofNew(file, created);
      try {
        return direct(libc, created, OpenMode.READ_WRITE);
      } catch (IOException e) {
        made.remove();
        throw e;
      }
    }

    /// Opens what a descriptor has open once more, past the cache; closes it where that fails.
    static EngineFile direct(LibC libc, PosixFile buffered, OpenMode mode) throws IOException {
      boolean opened = false;
      try {
        int number = pastCache(libc, buffered, mode);
        if (number < 0) {
          throw refused(buffered.name(), -number);
        }
        opened = true;
        long page = Math.max(DirectFile.LEAST_PAGE, libc.pageBytes());
        String means = libc.flags().pastCache() == 0 ? "F_NOCACHE" : "O_DIRECT";
        return new DirectFile(buffered, buffered.alsoOpenAs(number), page, means);
      } finally {
        if (!opened) {
          buffered.close();
        }
      }
    }

    /// Where no path leads to what a descriptor has open, the name is taken, which may lead to
    /// another file by now.
    ///
    /// @return a descriptor's number, or a negative error number
    private static int pastCache(LibC libc, PosixFile buffered, OpenMode mode) throws IOException {
      Path path = buffered.lasting().orElse(buffered.name());
      int flags = PosixFile.flags(libc, mode) | libc.flags().pastCache();
      int number = PosixFile.number(libc, path, flags);
      if (buffered.lasting().isPresent()) {
        return number;
      }
      if (number == -Errno.ENOENT || (number >= 0 && !buffered.isOpenAs(number))) {
        closeIfOpen(libc, number);
        throw new IOException(
            buffered.name() + ": the name leads to another file by now, or to none");
      }
      int result = number < 0 ? number : libc.bypassCache(number);
      if (result < 0) {
        closeIfOpen(libc, number);
        return result;
      }
      return number;
    }

    private static void closeIfOpen(LibC libc, int number) {
      if (number >= 0) {
        int _ = libc.close(number); // nothing was written through it
      }
    }

    /// Another engine helps only where the file system is what cannot do it.
    private static IOException refused(Path file, int errno) {
      String advice =
          switch (errno) {
            case Errno.EINVAL, Errno.EOPNOTSUPP -> "; use engine posix on this file system";
            case Errno.ENOENT ->
                ": it is opened twice, by /proc, which is missing; use engine posix";
            default -> "";
          };
      return FileErrors.opening(
          file,
          errno == Errno.ENOENT ? Errno.EOPNOTSUPP : errno,
          "cannot be opened with O_DIRECT (" + Errno.describe(errno) + ")" + advice);
    }
  }
}
