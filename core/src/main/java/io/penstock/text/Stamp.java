package io.penstock.text;

import io.penstock.file.FileErrors;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;

/// A fingerprint of a file's metadata, which tells without reading it whether the file has changed.
///
/// @param size in bytes
/// @param changed when its bytes were changed last
/// @param key tells the file from others on this machine; 0 where the file system has no such thing
record Stamp(long size, Instant changed, long key) {
  /// So coarse are the times of some file systems: what changes sooner after another change may not
  /// show.
  private static final long COARSE_SECONDS = 2;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  /// Looks at a regular file.
  ///
  /// @throws FileSystemException if there is none, with the reason
  static Stamp of(Path path) throws IOException {
    BasicFileAttributes attributes = FileErrors.readable(path);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          path.toString(), null, "is a pipe or a device, where no line can be found again");
    }
    return new Stamp(
        attributes.size(),
        attributes.lastModifiedTime().toInstant(),
        key(Objects.toString(attributes.fileKey(), "")));
  }

  private static long key(String text) {
    long key = 0;
    for (int i = 0; i < text.length(); i++) {
      key = (key ^ text.charAt(i)) * MIX;
      key ^= key >>> 32;
    }
    return key;
  }

  /// Whether this may be what became of a file by bytes that were added at its end.
  boolean mayHaveGrownFrom(Stamp older) {
    return key == older.key && size > older.size;
  }

  /// Whether whoever looked at this time saw a file whose next change is sure to show.
  boolean settledAt(Instant time) {
    return !changed.plusSeconds(COARSE_SECONDS).isAfter(time);
  }
}
