package io.penstock.simulation;

import io.penstock.ffi.NativeAccess;
import io.penstock.file.FileEngines;
import io.penstock.simulation.runtime.Simulation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// The scenarios by their names.
public final class Scenarios {
  private static final Map<String, Scenario> ALL =
      new TreeMap<>(
          Map.of(
              "messages", MessageScenarios::whole,
              "deaths", MessageScenarios::dying,
              "shared-files", FileScenarios::shared,
              "power-loss", FileScenarios::powerLoss,
              "pools", MemoryScenarios::pool,
              "follower", TextScenarios::follower,
              "cache", CacheScenarios::served));

  private Scenarios() {}

  /// A program for a simulation, and what must be true of it.
  @FunctionalInterface
  interface Scenario {
    /// Plays it; called in the first thread of the simulation.
    ///
    /// @throws Exception if what must be true is not
    void play(Simulation simulation) throws Exception;
  }

  /// Does what a process does once and a simulation does not: the engines are loaded, and C
  /// functions bound, before anything measures whether that is worth it.
  public static void prepare() {
    int _ = FileEngines.all().size();
    boolean _ = NativeAccess.libc().isPresent();
  }

  /// Their names.
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /// One of them, found by the loader of rewritten classes.
  public static Function<Simulation, Simulation.Body> named(String name) {
    Scenario scenario = ALL.get(name);
    if (scenario == null) {
      throw new IllegalArgumentException("no scenario '" + name + "'; there are " + names());
    }
    SimulatedPools.forget();
    return simulation -> () -> scenario.play(simulation);
  }
}
