package io.penstock.tree.cache;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// A fingerprint of one state of a file.
///
/// @param modified what programs may set, and those that unpack or install files do: two states of
///   one size can have the same
/// @param changed the time of the last change of contents, permissions or times, which nobody can
///   set; `modified` where the file system does not tell
record FileStamp(long size, Instant modified, Instant changed, String key) {
  private static final String UNIX = "unix:size,lastModifiedTime,ctime,fileKey,isRegularFile";
  private static final long MOST_AHEAD_SECONDS = 60;

  static FileStamp of(Path file) throws IOException {
    try {
      return file.getFileSystem().supportedFileAttributeViews().contains("unix")
          ? ofUnix(file)
          : ofAny(file);
    } catch (NoSuchFileException _) {
      throw new NoSuchFileException(file.toString(), null, "no such file");
    }
  }

  private static FileStamp ofUnix(Path file) throws IOException {
    Map<String, Object> found = Files.readAttributes(file, UNIX);
    requireRegular(file, Boolean.TRUE.equals(found.get("isRegularFile")));
    return new FileStamp(
        told(found, "size", Long.class),
        told(found, "lastModifiedTime", FileTime.class).toInstant(),
        told(found, "ctime", FileTime.class).toInstant(),
        String.valueOf(found.get("fileKey")));
  }

  private static <T> T told(Map<String, Object> found, String name, Class<T> type) {
    return type.cast(Objects.requireNonNull(found.get(name)));
  }

  private static FileStamp ofAny(Path file) throws IOException {
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    requireRegular(file, found.isRegularFile());
    Instant modified = found.lastModifiedTime().toInstant();
    return new FileStamp(found.size(), modified, modified, String.valueOf(found.fileKey()));
  }

  private static void requireRegular(Path file, boolean regular) throws FileSystemException {
    if (!regular) {
      throw new FileSystemException(file.toString(), null, "is no regular file");
    }
  }

  /// Whether a change right now would give the file another time: clocks of file systems tick some
  /// hundred times a second. A time that lies in the future somebody has set; a little ahead it may
  /// be the clock of a server.
  boolean settled() {
    Instant now = Instant.now();
    return isSettled(modified, now) && isSettled(changed, now);
  }

  private static boolean isSettled(Instant time, Instant now) {
    return now.minusMillis(FileCache.TICK_MILLIS).isAfter(time)
        || now.plusSeconds(MOST_AHEAD_SECONDS).isBefore(time);
  }

  /// The exception for a file that ends elsewhere than it says: nobody knows its size before it is
  /// read.
  FileSystemException unsized(Path file) {
    return new FileSystemException(
        file.toString(),
        null,
        "has another size than it says, as files of /proc and /sys do; read it as a stream");
  }
}
