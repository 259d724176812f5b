package io.penstock.file;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The engines of this process.
public final class FileEngines {
  private static final List<FileEngine> ALL = load();

  /// Names the one way that `auto` takes whatever it costs, to find out what that does.
  private static final String WAY = "penstock.auto.way";

  private FileEngines() {}

  private static List<FileEngine> load() {
    List<FileEngine> engines = new ArrayList<>();
    ServiceLoader.load(FileEngine.class, FileEngines.class.getClassLoader()).forEach(engines::add);
    engines.addFirst(new AutoEngine(List.copyOf(engines), () -> System.getProperty(WAY, "")));
    return List.copyOf(engines);
  }

  /// Every engine that was found, whether or not it can work here; `auto` first.
  public static List<FileEngine> all() {
    return ALL;
  }

  /// Chooses by operation, size and the state of the page cache.
  public static FileEngine auto() {
    return ALL.getFirst();
  }

  /// The engine with this name.
  ///
  /// @throws IllegalArgumentException if there is none, or it cannot work here; the message lists
  ///   those that can, or the remedy
  public static FileEngine named(String name) {
    FileEngine engine =
        ALL.stream()
            .filter(e -> e.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException("no engine '" + name + "'; there are " + names()));
    engine
        .obstacle()
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(
                  "engine '" + name + "' cannot work here: " + reason);
            });
    return engine;
  }

  /// The names of all engines, separated by commas.
  public static String names() {
    return ALL.stream().map(FileEngine::name).collect(Collectors.joining(", "));
  }
}
