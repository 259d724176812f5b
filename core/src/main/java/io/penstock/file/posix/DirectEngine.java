package io.penstock.file.posix;

import io.penstock.ffi.LibC;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// pread(2) and pwrite(2) past the page cache, by O_DIRECT.
public final class DirectEngine implements FileEngine {
  static final String NAME = "posix-direct";

  /// For [java.util.ServiceLoader].
  public DirectEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return new PosixEngine().obstacle();
  }

  /// A write that ends inside a page needs the rest of that page, so the file is also opened
  /// through the cache.
  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    FileErrors.requireRegular(file);
    LibC libc = PosixEngine.libc();
    Descriptor buffered = Descriptor.open(libc, NAME, file, OpenFlags.of(mode));
    try {
      return new DirectFile(buffered, openDirect(libc, file, mode));
    } catch (IOException | RuntimeException e) {
      buffered.close();
      throw e;
    }
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    Descriptor.open(
            PosixEngine.libc(), NAME, file, OpenFlags.of(OpenMode.WRITE) | OpenFlags.CREATE_NEW)
        .close();
    try {
      return open(file, OpenMode.READ_WRITE);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static Descriptor openDirect(LibC libc, Path file, OpenMode mode) throws IOException {
    try {
      return Descriptor.open(libc, NAME, file, OpenFlags.of(mode) | OpenFlags.DIRECT);
    } catch (FileSystemException e) {
      throw new FileSystemException(
          file.toString(),
          null,
          "cannot be opened with O_DIRECT ("
              + e.getReason()
              + "); use engine posix on this file system");
    }
  }
}
