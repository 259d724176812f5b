package io.penstock.file.posix;

import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// pread(2) and pwrite(2) through the page cache.
public final class PosixEngine implements FileEngine.Posix {
  static final String NAME = "posix";

  private static final String NEEDS = needs(NAME);

  /// For [java.util.ServiceLoader].
  public PosixEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.of(NativeAccess.unavailable()).filter(reason -> !reason.isEmpty());
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    FileErrors.requireSystems(file, NEEDS);
    return reopen(file, file, mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return PosixFile.openRegular(libc(), NAME, file, opened, mode);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    FileErrors.requireSystems(file, NEEDS);
    return PosixFile.create(libc(), NAME, file);
  }

  /// What an engine of system calls needs, for messages.
  static String needs(String engine) {
    return String.format(
        Locale.ROOT, "engine %s reaches files of the system alone; use engine channel", engine);
  }

  static LibC libc() throws IOException {
    return NativeAccess.libc().orElseThrow(() -> new IOException(NativeAccess.unavailable()));
  }
}
