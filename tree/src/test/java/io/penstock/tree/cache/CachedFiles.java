package io.penstock.tree.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/// Files for a cache, and what it gives of them.
final class CachedFiles {
  static final Duration LONG = Duration.ofHours(1);

  /// Room for ten files of 10,000 bytes, and what is kept of each besides, but not for eleven.
  static final long TEN_FILES = 116_000;

  private CachedFiles() {}

  /// A file of equal bytes, whose time tells their value.
  static Path file(Path folder, String name, int bytes, int value) throws IOException {
    byte[] contents = new byte[bytes];
    Arrays.fill(contents, (byte) value);
    Path file = Files.write(folder.resolve(name), contents);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_000_000 + value)));
    return file;
  }

  static byte[] bytes(CachedFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(file.writeTo(Channels.newChannel(bytes), 0, file.size())).isEqualTo(file.size());
    return bytes.toByteArray();
  }

  static byte[] bytes(FileCache cache, Path path) throws IOException {
    try (CachedFile file = cache.open(path)) {
      return bytes(file);
    }
  }
}
