package io.penstock.collective;

import io.penstock.message.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The ways in which ranks can share a file.
public final class SharedEngines {
  /// Names the engine for all files whose program leaves it to the library.
  private static final String ENGINE = "penstock.collective.engine";

  private static final List<SharedEngine> ALL = find();

  private SharedEngines() {}

  private static List<SharedEngine> find() {
    List<SharedEngine> found = new ArrayList<>();
    ServiceLoader.load(SharedEngine.class, SharedEngines.class.getClassLoader())
        .forEach(found::add);
    return List.copyOf(found);
  }

  /// All engines that were found, those that cannot work here too.
  public static List<SharedEngine> all() {
    return ALL;
  }

  /// The engine that hints ask for.
  ///
  /// @throws IllegalArgumentException if there is none of that name, or it cannot work with these
  ///   ranks
  static SharedEngine suiting(Communicator ranks, Hints hints) {
    String name =
        hints.engine().equals(Hints.AUTO)
            ? System.getProperty(ENGINE, TwoPhaseEngine.NAME)
            : hints.engine();
    SharedEngine engine =
        ALL.stream()
            .filter(e -> e.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        String.format(
                            Locale.ROOT,
                            "no shared engine '%s'; there are auto, %s",
                            name,
                            ALL.stream()
                                .map(SharedEngine::name)
                                .collect(Collectors.joining(", ")))));
    engine
        .obstacle(ranks)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(
                  String.format(
                      Locale.ROOT, "shared engine '%s' cannot work here: %s", name, reason));
            });
    return engine;
  }
}
