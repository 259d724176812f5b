package io.penstock.file;

import io.penstock.ffi.FileName;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks of files that every engine makes, and the messages of its errors.
public final class FileErrors {
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int EEXIST = 17;

  private FileErrors() {}

  /// Checks that the system knows a path too. One of an archive or of memory may have the name of
  /// another file on disk, which must not be met instead.
  ///
  /// @param needs what cannot do without, and another way, for the message
  /// @throws FileSystemException if it does not
  public static void requireSystems(Path file, String needs) throws FileSystemException {
    if (!FileName.isSystems(file)) {
      throw new FileSystemException(
          file.toString(),
          null,
          String.format(
              Locale.ROOT,
              "belongs to file system '%s' of this JVM: %s",
              file.getFileSystem().provider().getScheme(),
              needs));
    }
  }

  /// Checks, before an engine opens it, that a file is there and is a regular file: opening a pipe
  /// would wait for its other end.
  ///
  /// @throws FileSystemException if it is not
  public static void requireRegular(Path file) throws IOException {
    requireRegular(file, file);
  }

  /// As [#requireRegular(Path)].
  ///
  /// @param file its name, for messages
  /// @param path leads to it
  /// @throws FileSystemException if it is not
  public static void requireRegular(Path file, Path path) throws IOException {
    requireRegular(file, attributes(file, path));
  }

  static void requireRegular(Path file, BasicFileAttributes attributes) throws FileSystemException {
    if (attributes.isDirectory()) {
      throw new FileSystemException(file.toString(), null, "is a folder, not a regular file");
    }
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          file.toString(), null, "is a pipe or a device, not a regular file");
    }
  }

  /// Looks at what may be read from its begin to its end: a regular file, a pipe, a device.
  ///
  /// @throws FileSystemException if there is no such thing, with the reason
  public static BasicFileAttributes readable(Path file) throws IOException {
    BasicFileAttributes attributes = attributes(file, file);
    if (attributes.isDirectory()) {
      throw new FileSystemException(file.toString(), null, "is a folder; name a file");
    }
    return attributes;
  }

  /// What a path leads to.
  ///
  /// @param file its name, for messages
  static BasicFileAttributes attributes(Path file, Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(file.toString(), null, "no such file");
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(
          file.toString(), null, "permission denied for a folder on the way");
    }
  }

  /// What tells the file that a path names now from others, where the system has such a thing.
  public static Optional<Object> identity(Path file) throws IOException {
    return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /// What a failed open(2) means.
  public static IOException opening(Path file, int errno, String description) {
    return switch (errno) {
      case ENOENT -> new NoSuchFileException(file.toString(), null, description);
      case EACCES -> new AccessDeniedException(file.toString(), null, description);
      case EEXIST -> new FileAlreadyExistsException(file.toString(), null, description);
      default -> new FileSystemException(file.toString(), null, description);
    };
  }

  /// The same failure with its reason in words, where the JDK gives it by the class alone.
  static FileSystemException explained(Path name, FileSystemException e) {
    String file = name.toString();
    return switch (e) {
      case NoSuchFileException _ -> new NoSuchFileException(file, null, "no such file or folder");
      case AccessDeniedException _ -> new AccessDeniedException(file, null, "permission denied");
      case FileAlreadyExistsException _ ->
          new FileAlreadyExistsException(file, null, "the file exists");
      default ->
          e.getReason() == null
              ? e
              : caused(new FileSystemException(file, otherThan(file, e), e.getReason()), e);
    };
  }

  private static @Nullable String otherThan(String file, FileSystemException e) {
    return file.equals(e.getOtherFile()) ? null : e.getOtherFile();
  }

  /// Why an operation failed, in words: channels say by the class alone who closed them.
  public static String reason(IOException e) {
    return switch (e) {
      case ClosedByInterruptException _ -> "the thread was interrupted";
      case AsynchronousCloseException _ -> "another thread closed it";
      case ClosedChannelException _ -> "it was closed";
      default -> Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
    };
  }

  /// What it means that a file system has no file channels.
  static FileSystemException withoutChannels(Path file, UnsupportedOperationException e) {
    FileSystemException told =
        new FileSystemException(
            file.toString(),
            null,
            String.format(
                Locale.ROOT,
                "file system '%s' of this JVM has no file channels: copy the file to disk first",
                file.getFileSystem().provider().getScheme()));
    told.initCause(e);
    return told;
  }

  private static FileSystemException caused(FileSystemException told, FileSystemException cause) {
    told.initCause(cause);
    return told;
  }

  /// Why a read got fewer bytes than there should be.
  public static String ended(long size) {
    return "the file ends at " + size + "; it may have been cut short by another process";
  }
}
