package io.penstock.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The small text files in which a Linux kernel describes itself.
///
/// @param root `/`, or a folder that stands in for it
record SystemFiles(Path root) {
  /// Reads one of the files.
  ///
  /// @param path below the root, without a leading slash
  /// @return what the file says, without white space around it; empty where there is no such file
  ///   to read
  Optional<String> text(String path) {
    try {
      return Optional.of(Files.readString(root.resolve(path)).strip());
    } catch (IOException _) {
      // Another system, an older kernel or a container that hides it: all mean that nothing is
      // said.
      return Optional.empty();
    }
  }
}
