package io.penstock.evaluate.machine;

import java.nio.file.Path;
import java.util.Optional;

/// The folder in which the user's programs keep what they can make again.
final class UserFolders {
  private UserFolders() {}

  static Path cache() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("penstock");
  }
}
