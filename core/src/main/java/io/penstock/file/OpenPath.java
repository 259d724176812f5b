package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FileName;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A regular file that was found once by its name: a path that leads to it whatever becomes of the
/// name.
///
/// On Linux with native access that is `/proc/self/fd/N`, where N is a descriptor opened by O_PATH,
/// which neither reads nor writes: what is opened by it is that file, also when another one has
/// taken its name or it has none any more. Elsewhere it is the name itself, and two files opened by
/// it may be different ones: see [#lasts()]. Safe for any thread until it is closed.
public final class OpenPath implements Closeable {
  private final Path name;
  private final Path path;
  private final @Nullable LibC libc; // null where the name alone leads to it
  private final int descriptor;

  private OpenPath(Path name, Path path, @Nullable LibC libc, int descriptor) {
    this.name = name;
    this.path = path;
    this.libc = libc;
    this.descriptor = descriptor;
  }

  /// Finds a regular file. Pipes and devices are not opened: that could wait, or do something.
  ///
  /// @throws FileSystemException if there is none of this name, with the reason
  public static OpenPath of(Path name) throws IOException {
    return of(name, name);
  }

  /// Finds a file that is open already.
  ///
  /// @param name for messages
  /// @param path leads to it
  public static OpenPath of(Path name, Path path) throws IOException {
    Optional<LibC> libc = FileName.isSystems(path) ? NativeAccess.libc() : Optional.empty();
    if (libc.isPresent() && libc.get().flags().nameOnly() != 0) {
      Optional<OpenPath> lasting = lasting(name, path, libc.get());
      if (lasting.isPresent()) {
        return lasting.get();
      }
    }
    FileErrors.requireRegular(name, FileErrors.attributes(name, path));
    return new OpenPath(name, path, null, -1);
  }

  /// @return empty where the kernel has no `/proc`
  private static Optional<OpenPath> lasting(Path name, Path path, LibC libc) throws IOException {
    int descriptor = open(name, path, libc);
    boolean kept = false;
    try {
      Path lasting = libc.path(descriptor).orElseThrow();
      Optional<BasicFileAttributes> found = found(name, lasting);
      if (found.isPresent()) {
        FileErrors.requireRegular(name, found.get());
        kept = true;
        return Optional.of(new OpenPath(name, lasting, libc, descriptor));
      }
      return Optional.empty();
    } finally {
      if (!kept) {
        libc.close(descriptor);
      }
    }
  }

  private static Optional<BasicFileAttributes> found(Path name, Path lasting) throws IOException {
    try {
      return Optional.of(Files.readAttributes(lasting, BasicFileAttributes.class));
    } catch (NoSuchFileException | AccessDeniedException _) {
      return Optional.empty();
    } catch (FileSystemException e) { // of the file, not of `/proc`
      throw FileErrors.explained(name, e);
    }
  }

  private static int open(Path name, Path path, LibC libc) throws IOException {
    int flags = libc.flags().nameOnly() | libc.flags().closeOnExec();
    while (true) {
      int descriptor = libc.open(path, flags, 0);
      if (descriptor >= 0) {
        return descriptor;
      }
      if (descriptor != -Errno.EINTR) {
        BasicFileAttributes _ = FileErrors.attributes(name, path); // says why in other words
        throw FileErrors.opening(name, -descriptor, Errno.describe(-descriptor));
      }
    }
  }

  /// The file's name, for messages.
  public Path name() {
    return name;
  }

  /// What leads to it, until this is closed.
  public Path path() {
    return path;
  }

  /// Whether [#path()] leads to the same file always.
  public boolean lasts() {
    return libc != null;
  }

  @Override
  public void close() {
    if (libc != null) {
      libc.close(descriptor);
    }
  }
}
