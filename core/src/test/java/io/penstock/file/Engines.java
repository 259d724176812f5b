package io.penstock.file;

import java.util.List;
import java.util.stream.Stream;

/// The engines that a contract is held to.
final class Engines {
  /// For a method source.
  static final String USABLE = "io.penstock.file.Engines#usable";

  /// For a method source: those, and `auto` bound to each of its ways.
  static final String EVERY_WAY = "io.penstock.file.Engines#everyWay";

  private Engines() {}

  static Stream<FileEngine> everyWay() {
    List<FileEngine> others = FileEngines.all().stream().skip(1).toList();
    return Stream.concat(
        usable(),
        Stream.of("straight", "chunk-256k", "chunk-1m", "chunk-4m", "mapping")
            .map(way -> new AutoEngine(others, () -> way)));
  }

  /// Those that can work in this process.
  static Stream<FileEngine> usable() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }
}
