package io.penstock.testing.fuzz;

import java.util.Map;
import java.util.concurrent.Callable;

/// The targets of a module, by their names. It has a constructor without parameters, for a campaign
/// in a JVM of its own.
public interface FuzzTargets {
  /// What makes each.
  Map<String, Callable<FuzzTarget>> all();

  /// Makes one.
  ///
  /// @throws Exception if it cannot be made
  default FuzzTarget named(String name) throws Exception {
    Callable<FuzzTarget> maker = all().get(name);
    if (maker == null) {
      throw new IllegalArgumentException("no target '" + name + "'; there are " + all().keySet());
    }
    return maker.call();
  }
}
