package io.penstock.testing.fuzz;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// The targets of a module, by their names. It has a constructor without parameters, for a campaign
/// in a JVM of its own.
public interface FuzzTargets {
  /// What makes each.
  Map<String, Callable<FuzzTarget>> all();

  /// The names of those that are to be run: of all, or those that the property
  /// `penstock.fuzz.targets` names, with commas between them.
  ///
  /// @throws IllegalArgumentException if there is none of such a name
  default Collection<String> chosen() {
    String some = System.getProperty("penstock.fuzz.targets", "");
    if (some.isEmpty()) {
      return all().keySet();
    }
    List<String> names = List.of(some.split(",", -1));
    for (String name : names) {
      Callable<FuzzTarget> _ = maker(name);
    }
    return names;
  }

  /// Makes one.
  ///
  /// @throws Exception if it cannot be made
  default FuzzTarget named(String name) throws Exception {
    return maker(name).call();
  }

  private Callable<FuzzTarget> maker(String name) {
    Callable<FuzzTarget> maker = all().get(name);
    if (maker == null) {
      throw new IllegalArgumentException("no target '" + name + "'; there are " + all().keySet());
    }
    return maker;
  }
}
