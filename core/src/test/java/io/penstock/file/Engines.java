package io.penstock.file;

import java.util.List;
import java.util.stream.Stream;

/// The engines that a contract is held to.
final class Engines {
  /// For a method source.
  static final String USABLE = "io.penstock.file.Engines#usable";

  /// For a method source: those, and `auto` bound to each of its ways.
  static final String EVERY_WAY = "io.penstock.file.Engines#everyWay";

  /// For a method source: the names of those.
  static final String EVERY_NAME = "io.penstock.file.Engines#everyName";

  private static final List<String> WAYS =
      List.of("straight", "chunk-256k", "chunk-1m", "chunk-4m", "mapping", "mapping-once");

  private Engines() {}

  static Stream<FileEngine> everyWay() {
    return Stream.concat(usable(), WAYS.stream().map(Engines::bound));
  }

  static Stream<String> everyName() {
    return Stream.concat(usable().map(FileEngine::name), WAYS.stream());
  }

  /// An engine by its name, or `auto` bound to a way by the word for that.
  static FileEngine named(String engineOrWay) {
    return WAYS.contains(engineOrWay) ? bound(engineOrWay) : FileEngines.named(engineOrWay);
  }

  private static FileEngine bound(String way) {
    return new AutoEngine(FileEngines.all().stream().skip(1).toList(), () -> way);
  }

  /// Those that can work in this process.
  static Stream<FileEngine> usable() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }
}
