package io.penstock.tree.cache;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/// A fingerprint of one state of a file.
record FileStamp(long size, Instant modified, String key) {
  private static final long MOST_AHEAD_SECONDS = 60;

  static FileStamp of(Path file) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException _) {
      throw new NoSuchFileException(file.toString(), null, "no such file");
    }
    if (!found.isRegularFile()) {
      throw new FileSystemException(file.toString(), null, "is no regular file");
    }
    return new FileStamp(
        found.size(), found.lastModifiedTime().toInstant(), String.valueOf(found.fileKey()));
  }

  /// Whether a change right now would give the file another time: clocks of file systems tick some
  /// hundred times a second. A time that lies in the future somebody has set; a little ahead it may
  /// be the clock of a server.
  boolean settled() {
    Instant now = Instant.now();
    return now.minusMillis(FileCache.TICK_MILLIS).isAfter(modified)
        || now.plusSeconds(MOST_AHEAD_SECONDS).isBefore(modified);
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
