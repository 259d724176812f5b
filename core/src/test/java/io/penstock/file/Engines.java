package io.penstock.file;

import java.util.stream.Stream;

/// The engines that a contract is held to.
final class Engines {
  /// For a method source.
  static final String USABLE = "io.penstock.file.Engines#usable";

  private Engines() {}

  /// Those that can work in this process.
  static Stream<FileEngine> usable() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }
}
