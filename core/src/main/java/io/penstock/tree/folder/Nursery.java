package io.penstock.tree.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// A tree's root, where the JDK's functions make what they cannot make relative to an open folder:
/// the root's path is the caller's own, and nobody swaps links there; from there the new entry is
/// moved to its folder by both folders' handles.
///
/// @param root the path
/// @param secure the open root; empty where there is no such thing
record Nursery(Path root, Optional<SecureDirectoryStream<Path>> secure) {
  static final Nursery NONE = new Nursery(Path.of(""), Optional.empty());

  /// How an entry is made.
  interface Making {
    void make(Path at) throws IOException;
  }

  void make(Making making, SecureDirectoryStream<Path> folder, Path entry) throws IOException {
    String suffix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Path name = Path.of(".penstock." + suffix + ".tmp");
    Path at = root.resolve(name);
    making.make(at);
    try {
      secure.orElseThrow().move(name, folder, entry);
    } catch (IOException e) {
      Files.deleteIfExists(at);
      throw e;
    }
  }
}
